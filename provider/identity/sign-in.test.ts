import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { attemptsBeforeLock, lockMinutes } from "./credentials.ts";
import { Browser } from "./testing/browser.ts";
import { emails, Harness, portalUrl } from "./testing/harness.ts";

let clock = new Date();
const harness = new Harness();
beforeAll(() => harness.start({ now: () => clock }));
afterAll(() => harness.stop());

const errorOf = (url: string) => ({
  origin: new URL(url).origin,
  error: new URL(url).searchParams.get("error"),
  description: new URL(url).searchParams.get("error_description"),
  state: new URL(url).searchParams.get("state"),
});

describe("the sign-in page", () => {
  it("is HTML without scripts, not cached, with a strict content security policy", async () => {
    const { response } = await harness.open(new Browser(), "customer");
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain("Forgot your password?");
    expect(page).toContain(emails.customer);
    expect(page).toContain(demoPassword);
    expect(page).not.toContain(emails.employee);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${portalUrl}`);
    expect(policy).not.toContain("unsafe");
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? "";
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });

  it("fills in the email address of the chosen demo person, or that of login_hint", async () => {
    const browser = new Browser();
    const { url } = await harness.open(browser, "customer");
    const chosen = await browser.get(`${url}?email=${encodeURIComponent("ben.osei@harbourpine.example")}`);
    expect(await chosen.text()).toContain('value="ben.osei@harbourpine.example"');
    const hinted = await harness.open(new Browser(), "customer", { login_hint: "hint@example.org" });
    expect(await hinted.response.text()).toContain('value="hint@example.org"');
  });

  it("shows the form again after a wrong password, with the email address that was typed", async () => {
    const { response } = await harness.signIn(new Browser(), "customer", emails.customer, "wrong");
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("Error: Sign in");
    expect(page).toContain('role="alert"');
    expect(page).toContain(`value="${emails.customer}"`);
    expect(page).not.toContain('value="wrong"');
  });

  it("escapes what was typed", async () => {
    const { response } = await harness.signIn(new Browser(), "customer", `"><script>alert(1)</script>`, "x");
    expect(await response.text()).not.toContain("<script>");
  });

  it("doesn't accept an employee at the customer tenant", async () => {
    const { response } = await harness.signIn(new Browser(), "customer", emails.employee);
    expect(response.status).toBe(400);
  });

  it("refuses a form that came from another site", async () => {
    const browser = new Browser();
    const { url } = await harness.open(browser, "customer");
    const fields = { intent: "sign-in", email: emails.customer, password: demoPassword };
    const foreign = await browser.post(url, fields, { origin: "https://evil.example" });
    const crossSite = await browser.post(url, fields, { "sec-fetch-site": "cross-site" });
    expect([foreign.status, crossSite.status]).toEqual([403, 403]);
  });

  it("refuses a form that is far too large", async () => {
    const browser = new Browser();
    const { url } = await harness.open(browser, "customer");
    const response = await browser.post(url, { email: "x".repeat(20_000) });
    expect(response.status).toBe(413);
  });

  it("shows an error page when the request has expired", async () => {
    const { url } = await harness.open(new Browser(), "customer");
    const response = await new Browser().get(url);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This sign-in has expired");
  });

  it("lets another person sign in instead, without a page in between", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const { url, verifier } = await harness.open(browser, "customer", { prompt: "login" });
    const email = "ben.osei@harbourpine.example";
    const answer = await browser.post(url, { intent: "sign-in", email, password: demoPassword });
    const callback = await browser.follow(url, answer);
    const code = new URL(callback.url).searchParams.get("code") ?? "";
    const { body } = await harness.redeem("customer", code, verifier);
    expect(await harness.identity?.verifyToken(body.id_token)).toMatchObject({ email });
  });
});

it("the employee tenant asks for the organisation unless domain_hint names it", async () => {
  const hinted = await harness.open(new Browser(), "employee");
  expect(await hinted.response.text()).toContain("Sign in with your company account");
  const browser = new Browser();
  const { url, response } = await harness.open(browser, "employee", { domain_hint: undefined });
  const page = await response.text();
  expect(page).toContain("Choose your organisation");
  expect(page).not.toMatch(/<script/i);
  const wrong = await browser.post(url, { intent: "organisation", organisation: "evil.example" });
  expect(wrong.status).toBe(400);
  const chosen = await browser.post(url, { intent: "organisation", organisation: "provider.example" });
  const next = await browser.follow(url, chosen);
  expect(await next.response.text()).toContain(emails.employee);
  const fields = { intent: "sign-in", email: emails.employee, password: demoPassword };
  const callback = await browser.follow(next.url, await browser.post(next.url, fields));
  expect(new URL(callback.url).searchParams.get("code")).toBeTruthy();
});

describe("errors on demand", () => {
  it.each([
    ["cancel", "AADB2C90091"],
    ["forgot", "AADB2C90118"],
  ])("the button '%s' leads back to the portal with %s", async (intent, code) => {
    const browser = new Browser();
    const { url } = await harness.open(browser, "customer");
    const callback = await browser.follow(url, await browser.post(url, { intent }));
    expect(errorOf(callback.url)).toEqual({
      origin: portalUrl,
      error: "access_denied",
      description: expect.stringMatching(new RegExp(`^${code}: \\w`)),
      state: "the-state",
    });
  });

  it.each([
    ...["90054", "90048", "90053", "90035", "90151", "90114", "90111", "90085", "90289", "90046", "90244"],
    "99999",
  ])("signing in as error-%s@demo.example ends in that error code", async (code) => {
    for (const tenant of ["customer", "employee"] as const) {
      const { url } = await harness.signIn(new Browser(), tenant, `error-${code}@demo.example`, "");
      expect(errorOf(url)).toMatchObject({
        error: "access_denied",
        description: expect.stringMatching(new RegExp(`^AADB2C${code}: \\w`)),
      });
    }
  });
});

it("wrong passwords lock the account for a while, and only that account", async () => {
  const email = "carla.mendes@brightwater.example";
  const browser = new Browser();
  for (let attempt = 1; attempt < attemptsBeforeLock; attempt++) {
    const { response } = await harness.signIn(browser, "customer", email, "wrong");
    expect(response.status).toBe(400);
  }
  const last = await harness.signIn(browser, "customer", email, "wrong");
  expect(errorOf(last.url).description).toMatch(/^AADB2C90114/);
  const right = await harness.signIn(browser, "customer", email);
  expect(errorOf(right.url).description).toMatch(/^AADB2C90114/);
  const other = await harness.signIn(new Browser(), "customer");
  expect(new URL(other.url).searchParams.get("code")).toBeTruthy();
  clock = new Date(clock.getTime() + (lockMinutes + 1) * 60_000);
  const later = await harness.signIn(browser, "customer", email);
  expect(new URL(later.url).searchParams.get("code")).toBeTruthy();
});

describe("the provider", () => {
  it("answers unknown paths with a page", async () => {
    const response = await fetch(`${harness.url}/customer/nowhere`, { headers: { accept: "text/html" } });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("no such page here.");
    expect((await fetch(`${harness.url}/customerish`)).status).toBe(404);
    expect((await fetch(`${harness.url}/customer/%E0%A4%A`)).status).toBeLessThan(500);
  });

  it("reported no internal error in these tests", () => {
    expect(harness.faults).toEqual([]);
  });
});
