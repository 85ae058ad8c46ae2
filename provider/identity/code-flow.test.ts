import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "./testing/browser.ts";
import { emails, Harness, portalUrl } from "./testing/harness.ts";

const harness = new Harness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

describe.each(["customer", "employee"] as const)("the code flow of the %s tenant", (tenant) => {
  it("ends in an identity token with the claims that the portal reads", async () => {
    const { verifier, url } = await harness.signIn(new Browser(), tenant);
    const callback = new URL(url);
    expect(callback.origin).toBe(portalUrl);
    expect(callback.searchParams.get("state")).toBe("the-state");
    const { status, body } = await harness.redeem(tenant, callback.searchParams.get("code") ?? "", verifier);
    expect(status).toBe(200);
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: `${harness.url}/${tenant}`,
      email: emails[tenant],
      userType: tenant,
      nonce: "the-nonce",
      roles: expect.arrayContaining(["1001-Support", "1001-Orders"]),
      accounts: expect.arrayContaining(["1001", "1002"]),
      name: expect.stringMatching(/\w+ \w+/),
      given_name: expect.any(String),
      family_name: expect.any(String),
      tfp: expect.stringContaining(tenant),
    });
    expect(body.refresh_token).toBeTruthy();
    expect(await harness.identity?.verifyToken(body.id_token)).toMatchObject({ email: emails[tenant] });
  });

  it("names endpoints like Azure's in both discovery documents", async () => {
    for (const path of ["/.well-known/openid-configuration", "/v2.0/.well-known/openid-configuration"]) {
      const response = await fetch(`${harness.url}/${tenant}${path}`);
      const issuer = `${harness.url}/${tenant}`;
      expect(await response.json()).toMatchObject({
        issuer,
        authorization_endpoint: `${issuer}/oauth2/v2.0/authorize`,
        token_endpoint: `${issuer}/oauth2/v2.0/token`,
        end_session_endpoint: `${issuer}/oauth2/v2.0/logout`,
        jwks_uri: `${issuer}/discovery/v2.0/keys`,
        code_challenge_methods_supported: ["S256"],
      });
    }
    const keys = (await (await fetch(`${harness.url}/${tenant}/discovery/v2.0/keys`)).json()) as {
      keys: object[];
    };
    expect(keys.keys).toHaveLength(1);
    expect(keys.keys[0]).not.toHaveProperty("d");
  });

  it("refuses a request without PKCE", async () => {
    const { url } = await harness.open(new Browser(), tenant, {
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    expect(new URL(url).searchParams.get("error")).toBe("invalid_request");
  });

  it("refuses a code with the wrong verifier, and a code that was used before", async () => {
    const signIn = await harness.signIn(new Browser(), tenant);
    const code = new URL(signIn.url).searchParams.get("code") ?? "";
    const refused = await harness.redeem(tenant, code, "x".repeat(43));
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await harness.redeem(tenant, code, signIn.verifier)).status).toBe(200);
    expect((await harness.redeem(tenant, code, signIn.verifier)).status).toBe(400);
  });
});

describe("the customer policy", () => {
  it("accepts the client's secret in the form too", async () => {
    const { verifier, url } = await harness.signIn(new Browser(), "customer");
    const code = new URL(url).searchParams.get("code") ?? "";
    expect((await harness.redeem("customer", code, verifier, "post")).status).toBe(200);
  });

  it("gives no refresh token unless offline_access is requested", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const { verifier, url } = await harness.open(browser, "customer", { scope: "openid" });
    const { status, body } = await harness.redeem(
      "customer",
      new URL(url).searchParams.get("code") ?? "",
      verifier,
    );
    expect(status).toBe(200);
    expect(body.refresh_token).toBeUndefined();
  });

  it("answers a foreign redirect URI with an error page, not with a redirect", async () => {
    const { response } = await harness.open(new Browser(), "customer", {
      redirect_uri: "https://evil.example/",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("We couldn't continue");
  });
});

describe("prompt=none", () => {
  it("answers login_required without a session", async () => {
    const { url } = await harness.open(new Browser(), "customer", { prompt: "none" });
    expect(new URL(url).searchParams.get("error")).toBe("login_required");
  });

  it("gives a code, tokens and a refresh token within the session", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const { verifier, url } = await harness.open(browser, "customer", { prompt: "none" });
    const { body } = await harness.redeem("customer", new URL(url).searchParams.get("code") ?? "", verifier);
    expect(decodeJwt(body.id_token).email).toBe(emails.customer);
    expect(body.refresh_token).toBeTruthy();
  });

  it("doesn't find the session of the other tenant", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const { url } = await harness.open(browser, "employee", { prompt: "none" });
    expect(new URL(url).searchParams.get("error")).toBe("login_required");
  });
});

it("refreshing gives a new identity token and a new refresh token; the old refresh token no longer works", async () => {
  const first = await harness.tokens(new Browser(), "customer");
  const second = await harness.refresh("customer", first.body.refresh_token);
  expect(second.status).toBe(200);
  expect(decodeJwt(second.body.id_token)).toMatchObject({ email: emails.customer, nonce: "the-nonce" });
  expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
  const replayed = await harness.refresh("customer", first.body.refresh_token);
  expect(replayed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

it("a restart keeps sessions, refresh tokens and keys", async () => {
  const browser = new Browser();
  const { body } = await harness.tokens(browser, "customer");
  await harness.restart();
  const { url } = await harness.open(browser, "customer", { prompt: "none" });
  expect(new URL(url).searchParams.get("code")).toBeTruthy();
  expect((await harness.refresh("customer", body.refresh_token)).status).toBe(200);
  expect(await harness.identity?.verifyToken(body.id_token)).toMatchObject({ sub: "2001" });
});

it("the provider reported no internal error in these tests", () => {
  expect(harness.faults).toEqual([]);
});
