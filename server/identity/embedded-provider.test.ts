import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { Browser as IdentityBrowser } from "#provider/identity/testing/browser.ts";
import { clientSecrets, Harness as Provider, portalUrl } from "#provider/identity/testing/harness.ts";
import type { SignInKind } from "#server/session/portal-session.ts";
import { createIdentityService } from "./create-identity-service.ts";
import type { IdentityService } from "./identity-service.ts";
import { Browser } from "./testing/harness.ts";
import { memorySession } from "./testing/memory-session.ts";

const provider = new Provider();
let service: IdentityService;

beforeAll(async () => {
  await provider.start();
  const settings = {
    publicUrl: portalUrl,
    secure: false,
    customerIssuer: `${provider.url}/customer`,
    customerClientId: "demarc-portal",
    customerClientSecret: clientSecrets.customer,
    customerScopes: "openid offline_access",
    passwordResetUrl: `${provider.url}/customer/reset`,
    employeeAuthority: `${provider.url}/employee`,
    employeeTenantId: "embedded",
    employeeClientId: "demarc-portal-employee",
    employeeClientSecret: clientSecrets.employee,
    employeeDomainHint: "provider.example",
  };
  service = createIdentityService(settings, { log: { warn: () => {} }, now: () => new Date() });
});
afterAll(() => provider.stop());

/** The whole way through the provider's pages, by their forms. */
async function signIn(email: string, kind: SignInKind = "customer", intent = "sign-in") {
  const portal = new Browser(service);
  const identity = new IdentityBrowser();
  const { url } = await portal.begin(kind);
  const form = await identity.follow(url, await identity.get(url));
  const sent = await identity.post(form.url, { intent, email, password: demoPassword });
  const back = await identity.follow(form.url, sent);
  const outcome = await portal.complete(new URL(back.url), kind);
  return { portal, identity, outcome };
}

describe("with the embedded provider", () => {
  it("signs in a customer, renews by refresh token and by the browser, and signs out", async () => {
    const { portal, identity, outcome } = await signIn("anna.archer@harbourpine.example");
    if (!outcome.ok) throw new Error(`not signed in: ${JSON.stringify(outcome)}`);
    expect(outcome.user).toMatchObject({ id: "2001", fullName: "Anna Archer", b2c: true });
    const session = memorySession(portal.record);
    await session.signIn(outcome);
    expect(await service.renew(session)).toBe(true);

    const { url } = await portal.begin("customer", "renewal");
    const silent = await identity.follow(url, await identity.get(url));
    expect(await portal.complete(new URL(silent.url))).toMatchObject({ ok: true, purpose: "renewal" });

    const signOut = await service.signOutUrl(outcome.tokens);
    const signedOut = await identity.follow(signOut, await identity.get(signOut));
    expect(signedOut.url).toBe(`${portalUrl}/logout`);
    const later = await portal.begin("customer", "renewal");
    const refused = await identity.follow(later.url, await identity.get(later.url));
    const again = await portal.complete(new URL(refused.url));
    expect(again).toMatchObject({ failure: { reason: "interaction-required" } });
  });

  it("signs in an employee", async () => {
    const { outcome } = await signIn("ella.reid@provider.example", "employee");
    expect(outcome).toMatchObject({ ok: true, user: { b2c: false }, tokens: { issuedBy: "employee" } });
  });

  it.each([
    ["nora.quinn@harbourpine.example", "hasNoRoles"],
    ["pavel.novak@harbourpine.example", "pendingValidation"],
    ["lou.barker@harbourpine.example", "lockedOut"],
    ["claims-no-accounts@demo.example", "generic"],
    ["claims-bad-user-type@demo.example", "generic"],
  ])("turns %s away", async (email, noAccess) => {
    expect((await signIn(email)).outcome).toMatchObject({ ok: false, noAccess });
  });

  it("lets in who has roles although no account will be found", async () => {
    expect((await signIn("otto.lang@nowhere.example")).outcome.ok).toBe(true);
  });

  it.each(["claims-wrong-nonce", "claims-wrong-audience", "claims-expired"])("refuses %s", async (fault) => {
    const { outcome } = await signIn(`${fault}@demo.example`);
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "invalid" } });
  });

  it.each([
    ["cancel", { reason: "cancelled" }],
    ["forgot", { reason: "forgot-password" }],
  ])("understands %s", async (intent, failure) => {
    const { outcome } = await signIn("anna.archer@harbourpine.example", "customer", intent);
    expect(outcome).toMatchObject({ ok: false, failure });
  });
});
