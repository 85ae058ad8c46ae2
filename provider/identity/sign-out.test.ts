import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "./testing/browser.ts";
import { Harness, portalUrl } from "./testing/harness.ts";

const harness = new Harness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const signOutUrl = (tenant: string, parameters: Record<string, string>) =>
  `${harness.url}/${tenant}/oauth2/v2.0/logout?${new URLSearchParams(parameters)}`;
const redirect = { post_logout_redirect_uri: `${portalUrl}/logout`, state: "bye" };

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { url } = await harness.open(browser, "customer", { prompt: "none" });
  return new URL(url).searchParams.has("code");
}

describe.each(["customer", "employee"] as const)("signing out at the %s tenant", (tenant) => {
  it("with the identity token ends session and refresh token, and redirects without a question", async () => {
    const browser = new Browser();
    const { body } = await harness.tokens(browser, tenant);
    const response = await browser.get(signOutUrl(tenant, { ...redirect, id_token_hint: body.id_token }));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${portalUrl}/logout?state=bye`);
    const { url } = await harness.open(browser, tenant, { prompt: "none" });
    expect(new URL(url).searchParams.get("error")).toBe("login_required");
    expect(await harness.refresh(tenant, body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });
});

describe("signing out", () => {
  it("without a session redirects without a question", async () => {
    const { body } = await harness.tokens(new Browser(), "customer");
    const response = await new Browser().get(
      signOutUrl("customer", { ...redirect, id_token_hint: body.id_token }),
    );
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${portalUrl}/logout?state=bye`);
  });

  it("with the client's id alone redirects without a question", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const response = await browser.get(signOutUrl("customer", { ...redirect, client_id: "demarc-portal" }));
    expect(response.headers.get("location")).toBe(`${portalUrl}/logout?state=bye`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("without a token or client id asks first, by a form without scripts", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const response = await browser.get(signOutUrl("customer", redirect));
    const page = await response.text();
    expect(page).toContain("Sign out?");
    expect(page).not.toMatch(/<script/i);
    expect(await isSignedIn(browser)).toBe(true);

    const question = await (await browser.get(signOutUrl("customer", redirect))).text();
    const action = /action="([^"]+)"/.exec(question)?.[1] ?? "";
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question)?.[1] ?? "";
    const signedOut = await browser.post(action, { xsrf, logout: "yes" });
    expect(signedOut.headers.get("location")).toContain("/customer/oauth2/v2.0/logout/success");
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("never goes to an address that isn't the portal's", async () => {
    const browser = new Browser();
    const { body } = await harness.tokens(browser, "customer");
    const url = signOutUrl("customer", {
      post_logout_redirect_uri: "https://evil.example/",
      id_token_hint: body.id_token,
    });
    const response = await browser.get(url);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("without a return address ends at a page of the provider", async () => {
    const url = signOutUrl("customer", {});
    const browser = new Browser();
    const { response } = await browser.follow(url, await browser.get(url));
    expect(await response.text()).toContain("been signed out.");
  });

  it("reported no internal error in these tests", () => {
    expect(harness.faults).toEqual([]);
  });
});
