import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publicUrl, SignInBrowser, startHarness, type Harness } from "./testing/harness.ts";
import { startOidcServer } from "./testing/oidc-server.ts";

let harness: Harness;
let browser: SignInBrowser;

beforeEach(async () => {
  harness = await startHarness();
  browser = new SignInBrowser(harness.service);
});
afterEach(() => harness.close());

/** A whole sign-in, whose token is forged if the test has set `forgeToken`. */
async function signIn() {
  const { url } = await browser.begin();
  return browser.complete(harness.customer.authorize(url));
}

describe("begin", () => {
  it("sends PKCE, state, nonce and the configured address to return to", async () => {
    const { url, response } = await browser.begin();
    const parameters = Object.fromEntries(new URL(url).searchParams);
    expect(response.status).toBe(303);
    expect(parameters).toMatchObject({
      response_type: "code",
      response_mode: "query",
      client_id: "portal",
      redirect_uri: `${publicUrl}/login/callback`,
      scope: "openid offline_access",
      code_challenge_method: "S256",
      policy: "sign-in",
    });
    expect(parameters.state).toHaveLength(43);
    expect(parameters.nonce).toHaveLength(43);
    expect(parameters.code_challenge).toHaveLength(43);
    expect(parameters).not.toHaveProperty("prompt");
  });

  it("doesn't redirect if the metadata document names another issuer", async () => {
    harness.customer.metadata = { issuer: "https://evil.example" };
    await expect(browser.begin()).rejects.toThrow("the identity provider was not reached");
    expect(harness.logged()).toContain("WrongIssuer");
  });

  it("doesn't use the request's host in the redirect", async () => {
    const request = new Request("https://evil.example:81/login", { headers: { host: "evil.example" } });
    const { memorySession, sessionRecord } = await import("./testing/memory-session.ts");
    const session = memorySession(sessionRecord());
    const response = await harness.service.begin("customer", request, session, "sign-in");
    expect(response?.headers.get("location")).not.toContain("evil");
  });

  it("ignores a state in the address", async () => {
    const { url } = await browser.begin("customer", "sign-in", "/login?state=planted");
    expect(new URL(url).searchParams.get("state")).not.toBe("planted");
  });

  it("sends employees with the domain hint", async () => {
    const { url } = await browser.begin("employee");
    const { searchParams, pathname } = new URL(url);
    expect(pathname).toBe("/employee/authorize");
    expect(searchParams.get("domain_hint")).toBe("provider.example");
    expect(searchParams.get("redirect_uri")).toBe(`${publicUrl}/login/employee/callback`);
  });

  it("renews without a prompt, as the person who's signed in", async () => {
    await signIn().then((outcome) => {
      if (outcome.ok) browser.record.user = outcome.user;
    });
    const { url } = await browser.begin("customer", "renewal");
    const { searchParams } = new URL(url);
    expect(searchParams.get("prompt")).toBe("none");
    expect(searchParams.get("login_hint")).toBe("anna@example.com");
  });

  it("protects the handshake's cookie from scripts and other sites", async () => {
    const { response } = await browser.begin();
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^sign-in-customer:/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=600/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  it("binds the cookie to the host if the site is https", async () => {
    const secure = await startHarness({ secure: true, publicUrl: "https://portal.example" });
    const { response, url } = await new SignInBrowser(secure.service).begin();
    await secure.close();
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-sign-in-customer:/);
    expect(cookie).toMatch(/; Secure/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/i);
    expect(url).toContain(encodeURIComponent("https://portal.example/login/callback"));
  });

  it("removes surplus handshake cookies", async () => {
    for (let count = 0; count < 12; count += 1) await browser.begin();
    expect(browser.cookies.size).toBeLessThanOrEqual(5);
    expect((await signIn()).ok).toBe(true);
  });
});

describe("complete", () => {
  it("signs a customer in", async () => {
    const outcome = await signIn();
    expect(outcome).toMatchObject({
      ok: true,
      purpose: "sign-in",
      user: { id: "2001", fullName: "Anna Archer", b2c: true, roles: ["1001-Orders"] },
      tokens: { issuedBy: "customer", refreshToken: "secret-refresh-1" },
    });
  });

  it("signs an employee in", async () => {
    harness.employee.claims = { userType: "employee", sub: "2003" };
    const { url } = await browser.begin("employee");
    const outcome = await browser.complete(harness.employee.authorize(url), "employee");
    expect(outcome).toMatchObject({ ok: true, user: { b2c: false }, tokens: { issuedBy: "employee" } });
  });

  it("signs an employee in at a provider other than Microsoft, whose claims have other names", async () => {
    const other = await startOidcServer("/realms/staff");
    const changes = {
      employeeAuthority: undefined,
      employeeIssuer: other.url,
      employeeClaims: { roles: "rights" },
    };
    const withOtherProvider = await startHarness(changes);
    other.claims = { userType: "employee", roles: undefined, rights: ["*-Support"] };
    const employeeBrowser = new SignInBrowser(withOtherProvider.service);
    const { url } = await employeeBrowser.begin("employee");
    const outcome = await employeeBrowser.complete(other.authorize(url), "employee");
    await Promise.all([withOtherProvider.close(), other.close()]);
    expect(outcome).toMatchObject({ ok: true, user: { b2c: false, roles: ["*-Support"] } });
  });

  it("completes the sign-in of one tab while another tab has one in progress", async () => {
    const first = await browser.begin();
    const second = await browser.begin();
    expect((await browser.complete(harness.customer.authorize(first.url))).ok).toBe(true);
    const noncesDiffer =
      new URL(first.url).searchParams.get("nonce") !== new URL(second.url).searchParams.get("nonce");
    expect(noncesDiffer).toBe(true);
  });

  it("refuses a forged state, after which the sign-in in progress can be completed", async () => {
    const { url } = await browser.begin();
    const forged = harness.customer.authorize(url);
    forged.searchParams.set("state", "forged");
    expect(await browser.complete(forged)).toMatchObject({ ok: false, failure: { reason: "invalid" } });
    expect(harness.customer.tokenRequests).toHaveLength(0);
    expect((await browser.complete(harness.customer.authorize(url))).ok).toBe(true);
  });

  it("still completes a customer's sign-in after a forged callback to the employees' address", async () => {
    const { url } = await browser.begin();
    const forged = new URL("/login/employee/callback?code=x&state=y", publicUrl);
    expect(await browser.complete(forged, "employee")).toMatchObject({ failure: { reason: "invalid" } });
    expect((await browser.complete(harness.customer.authorize(url))).ok).toBe(true);
  });

  it("can complete a customer's and an employee's sign-in that are in progress in two tabs", async () => {
    const customers = await browser.begin("customer");
    const employees = await browser.begin("employee");
    expect((await browser.complete(harness.customer.authorize(customers.url))).ok).toBe(true);
    expect((await browser.complete(harness.employee.authorize(employees.url), "employee")).ok).toBe(true);
  });

  it.each(["", "?code=x", "?state=", "?code=x&state=%00", "?error=access_denied", "?state[]=1&code[]=2"])(
    "refuses a callback with the query %j",
    async (search) => {
      await browser.begin();
      const outcome = await browser.complete(new URL(`/login/callback${search}`, publicUrl));
      expect(outcome).toMatchObject({ ok: false, failure: { reason: "invalid" } });
      expect(harness.customer.tokenRequests).toHaveLength(0);
    },
  );

  it("refuses a callback that names another issuer, after which the sign-in can be completed", async () => {
    const { url } = await browser.begin();
    const callback = harness.customer.authorize(url);
    callback.searchParams.set("iss", "https://evil.example");
    expect(await browser.complete(callback)).toMatchObject({ failure: { reason: "invalid" } });
    expect(harness.logged()).toContain('"reason":"ForeignCallback","detail":"another issuer"');
    expect(harness.customer.tokenRequests).toHaveLength(0);
    callback.searchParams.set("iss", harness.customer.url);
    expect((await browser.complete(callback)).ok).toBe(true);
  });

  it("refuses a repeated callback without a second token request", async () => {
    const { url } = await browser.begin();
    const callback = harness.customer.authorize(url);
    expect((await browser.complete(callback)).ok).toBe(true);
    expect(await browser.complete(callback)).toMatchObject({ failure: { reason: "invalid" } });
    expect(harness.customer.tokenRequests).toHaveLength(1);
  });

  it("handles a callback once if it arrives twice at the same time", async () => {
    const { url } = await browser.begin();
    const callback = harness.customer.authorize(url);
    const handshake = browser.record.handshakes.get("customer");
    const first = browser.complete(callback);
    if (handshake) browser.record.handshakes.set("customer", handshake);
    const outcomes = await Promise.all([first, browser.complete(callback)]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(harness.customer.tokenRequests).toHaveLength(1);
  });

  it("refuses another browser's callback", async () => {
    const { url } = await browser.begin();
    const victim = new SignInBrowser(harness.service);
    await victim.begin();
    const outcome = await victim.complete(harness.customer.authorize(url));
    expect(outcome).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("refuses a customer's callback at the employees' address", async () => {
    const { url } = await browser.begin("customer");
    const outcome = await browser.complete(harness.customer.authorize(url), "employee");
    expect(outcome).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("refuses a handshake cookie planted in a browser with another session", async () => {
    const { url } = await browser.begin();
    const other = new SignInBrowser(harness.service);
    await other.begin();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const outcome = await other.complete(harness.customer.authorize(url));
    expect(outcome).toMatchObject({ failure: { reason: "invalid" } });
  });
});

describe("the identity token", () => {
  const HOUR_S = 3600;
  const nowInSeconds = () => Math.floor(Date.now() / 1000);

  it.each([
    ["a wrong nonce", { nonce: "other" }],
    ["no nonce", { nonce: undefined }],
    ["another audience", { aud: "someone" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["an expiry in the past", { exp: nowInSeconds() - HOUR_S }],
    ["no expiry", { exp: undefined }],
    ["a start in the future", { nbf: nowInSeconds() + HOUR_S }],
    ["no subject", { sub: undefined }],
    ["several audiences and no authorized party", { aud: ["portal", "other"] }],
    ["another authorized party", { aud: ["portal", "other"], azp: "other" }],
    ["an issue time in the future", { iat: nowInSeconds() + HOUR_S }],
  ])("is refused with %s", async (_, claims) => {
    harness.customer.claims = claims;
    expect(await signIn()).toMatchObject({ ok: false, failure: { reason: "invalid" } });
  });

  it("may have other audiences if the portal is the authorized party", async () => {
    harness.customer.claims = { aud: ["portal", "other"], azp: "portal" };
    expect(await signIn()).toMatchObject({ ok: true, user: { issuer: harness.customer.url } });
  });

  it("is refused without a signature", async () => {
    harness.customer.forgeToken = async (claims) => new UnsecuredJWT(claims).encode();
    expect(await signIn()).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("is refused if signed with a shared secret", async () => {
    const secret = new TextEncoder().encode("secret-client-secret-that-is-long-enough");
    harness.customer.forgeToken = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "key-1" }).sign(secret);
    expect(await signIn()).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("is refused if signed with another provider's key", async () => {
    harness.customer.forgeToken = (claims) => harness.employee.sign(claims);
    expect(await signIn()).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("is accepted after a rotation of the keys", async () => {
    expect((await signIn()).ok).toBe(true);
    await harness.customer.rotateKeys();
    expect((await signIn()).ok).toBe(true);
  });

  it.each([
    [{ roles: [] }, "hasNoRoles"],
    [{ roles: ["1-MyPortal No Access", "1-MyPortal Locked Out"] }, "lockedOut"],
    [{ userType: "robot" }, "generic"],
    [{ userType: "Employee" }, "generic"],
    [{ userType: "employee", roles: ["*-MyPortal Admin"] }, "generic"],
  ])("is valid but gives no access: %j", async (claims, noAccess) => {
    harness.customer.claims = claims;
    const outcome = await signIn();
    expect(outcome).toMatchObject({ ok: false, noAccess, tokens: { issuedBy: "customer" } });
  });
});
