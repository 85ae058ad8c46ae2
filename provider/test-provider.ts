import { people, rolesClaim, type Person } from "./data/people.ts";
import { demoSecrets } from "./demo-secrets.ts";
import type { Claims } from "./identity/tokens.ts";
import { startProvider, type RunningProvider, type StartOptions } from "./start.ts";

type FirstName = "Anna" | "Ben" | "Ella" | "Carla" | "Dev" | "Nora" | "Pavel" | "Lou" | "Otto";

/** A provider for tests, in this process and on a free port, whose tokens don't need signing in. */
export interface TestProvider extends RunningProvider {
  /** Calls the portal API with the subscription key and the given headers. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Returns a function that calls the portal API as someone, for an account. */
  as(person: FirstName, clientId?: string): (path: string, init?: RequestInit) => Promise<Response>;
}

/** Starts a test provider, which the caller must close. */
export async function startTestProvider(options: StartOptions = {}): Promise<TestProvider> {
  const verifyToken = async (token: string) => claimsOfToken(token);
  const provider = await startProvider({ verifyToken, passwordCost: 2, ...options });
  const call: TestProvider["call"] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("ocp-apim-subscription-key")) {
      headers.set("ocp-apim-subscription-key", demoSecrets.portalApiKey);
    }
    return fetch(`${provider.url}/api/${path}`, { ...init, headers });
  };
  const as: TestProvider["as"] = (person, clientId) => (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${tokenOf(person)}`);
    if (clientId !== undefined) headers.set("x-client-id", clientId);
    return call(path, { ...init, headers });
  };
  return { ...provider, call, as };
}

/** Someone's token for a test provider. */
const tokenOf = (person: FirstName) => `test.${person}`;

function claimsOfToken(token: string): Claims | null {
  const [kind, firstName] = token.split(".");
  const person = people.find((candidate) => kind === "test" && candidate.firstName === firstName);
  return person ? claimsOf(person) : null;
}

/** Someone's claims in a token. */
export function claimsOf(person: Person): Claims {
  return {
    sub: person.id,
    roles: rolesClaim(person),
    name: `${person.firstName} ${person.lastName}`,
    given_name: person.firstName,
    family_name: person.lastName,
    email: person.email,
    userType: person.userType,
    accounts: Object.keys(person.roles),
  };
}
