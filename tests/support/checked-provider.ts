import { afterAll, afterEach, beforeAll } from "vitest";
import { people, rolesClaim } from "#provider/data/people.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { ApiTap, forward, type ApiCall, type Script } from "./api-tap.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";

const [anna] = people;
const claimsOf = (roles: readonly string[]) => ({
  ...{ sub: anna!.id, roles: [...roles], name: "Anna Archer", given_name: "Anna", family_name: "Archer" },
  ...{ email: anna!.email, userType: "customer" as const, accounts: ["1001"] },
});

export let provider: TestProvider;
export let tap: ApiTap;

/** Call at the top of a test file: starts a provider, and in front of it a tap that tests can tell what to change. */
export function startCheckedProvider(): void {
  beforeAll(async () => {
    const verifyToken = async (token: string) => {
      if (token === "roleless") return claimsOf(["1001-MyPortal Switch Account"]);
      return token.startsWith("secret-") ? claimsOf(rolesClaim(anna!)) : null;
    };
    provider = await startTestProvider({ verifyToken });
    tap = await ApiTap.start(`${provider.url}/api`);
  });
  afterEach(() => provider.faults.clear());
  afterAll(async () => {
    await tap.close();
    await provider.close();
  });
}

export const access = {
  key: demoSecrets.portalApiKey,
  token: "secret-token",
  clientId: "1001",
  otherToken: "roleless",
  write: true,
};

/** Checks one call through the tap. */
export const check = (only: string) =>
  checkConformance({ ...access, api: tap.url, only: [only] }).then(([result]) => result);

type Sent = Pick<ApiCall, "method" | "path" | "query"> & { body: string; headers: Record<string, string> };

/** A provider that loses or changes part of each request, or changes part of its answers. */
export function forgetting(forget: (sent: Sent) => void, change = (text: string) => text): Script {
  return async (call) => {
    const headers = { ...(call.headers as Record<string, string>) };
    const sent = { ...call, query: new URLSearchParams(call.query), headers };
    forget(sent);
    const reply = await forward(sent, `${provider.url}/api`);
    const kept = [...reply.headers].filter(([name]) => /^(content-type|x-\w+-count)$/.test(name));
    return {
      status: reply.status,
      headers: Object.fromEntries(kept),
      body: change(await reply.text()),
    };
  };
}

export const nothing = () => undefined;
