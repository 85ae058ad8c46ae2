import { createIdentityService, type IdentityService } from "#server/identity/create-identity-service.ts";
import type { SignInOutcome } from "#server/identity/identity-service.ts";
import type { IdentitySettings } from "#server/identity/provider.ts";
import type { SignedInUser, SignInKind } from "#server/session/portal-session.ts";
import { memorySession, sessionRecord, type SessionRecord } from "./memory-session.ts";
import { startOidcServer, type OidcServer } from "./oidc-server.ts";

export interface Harness {
  readonly customer: OidcServer;
  readonly employee: OidcServer;
  readonly service: IdentityService;
  /** All log lines as one text. */
  logged(): string;
  close(): Promise<void>;
}

/** The person that the fake provider signs in by default. */
export const anna: SignedInUser = {
  id: "2001",
  firstName: "Anna",
  lastName: "Archer",
  fullName: "Anna Archer",
  email: "anna@example.com",
  b2c: true,
  roles: ["1001-Orders"],
};

/** The public URL of the tests' portal. */
export const publicUrl = "http://portal.example:3000";

/** An identity service with two fake providers; close it after the test. */
export async function startHarness(
  changes: Partial<IdentitySettings> = {},
  now = () => new Date(),
): Promise<Harness> {
  const customer = await startOidcServer("/customer");
  const employee = await startOidcServer("/employee", "/v2.0");
  const lines: string[] = [];
  const settings: IdentitySettings = {
    publicUrl,
    secure: false,
    customerIssuer: customer.url,
    customerMetadataUrl: undefined,
    employeeIssuer: undefined,
    customerClientId: customer.clientId,
    customerClientSecret: "secret-client-secret",
    customerScopes: "openid offline_access",
    customerClaims: {},
    customerAdmitsEmployees: false,
    passwordResetUrl: `${customer.url}/reset`,
    employeeAuthority: employee.url,
    employeeTenantId: "tenant",
    employeeClientId: employee.clientId,
    employeeClientSecret: "secret-client-secret",
    employeeDomainHint: "provider.example",
    employeeClaims: {},
    signOutIdToken: false,
    ...changes,
  };
  const log = { warn: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)) };
  return {
    customer,
    employee,
    service: createIdentityService(settings, log, now),
    logged: () => lines.join("\n"),
    async close() {
      await customer.close();
      await employee.close();
    },
  };
}

/** A browser with cookies and one session. */
export class SignInBrowser {
  readonly record: SessionRecord;
  readonly cookies = new Map<string, string>();
  readonly #service: IdentityService;

  constructor(service: IdentityService, record = sessionRecord()) {
    this.#service = service;
    this.record = record;
  }

  /** Begins a sign-in and returns the authorisation address and the whole response. */
  async begin(kind: SignInKind = "customer", purpose: "sign-in" | "renewal" = "sign-in", path = "/login") {
    const session = memorySession(this.record);
    const response = await this.#service.begin(kind, this.request(path), session, purpose);
    if (!response) throw new Error("the identity provider was not reached");
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const divider = pair.indexOf("=");
      if (/max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, divider));
      else this.cookies.set(pair.slice(0, divider), pair.slice(divider + 1));
    }
    return { url: response.headers.get("location") ?? "", response };
  }

  complete(callback: URL, kind: SignInKind = "customer"): Promise<SignInOutcome> {
    return this.#service.complete(kind, this.request(callback), memorySession(this.record));
  }

  request(address: string | URL): Request {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Request(new URL(address, publicUrl), { headers: { cookie } });
  }
}
