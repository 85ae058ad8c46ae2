import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { SignInBrowser, startHarness, type Harness } from "./testing/harness.ts";

let harness: Harness;
let browser: SignInBrowser;

beforeEach(async () => {
  harness = await startHarness();
  browser = new SignInBrowser(harness.service);
});
afterEach(() => harness.close());

async function refusedWith(error: string, description: string) {
  const { url } = await browser.begin();
  return browser.complete(harness.customer.refuse(url, error, description));
}

describe("a refusal by the provider", () => {
  it("because of a forgotten password redirects to the password reset", async () => {
    const outcome = await refusedWith("access_denied", "AADB2C90118: The user has forgotten their password.");
    const redirectTo = `${harness.customer.url}/reset`;
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "forgot-password", redirectTo } });
  });

  it("because the person cancelled has the reason 'cancelled'", async () => {
    const outcome = await refusedWith("access_denied", "AADB2C90091: The user has cancelled entering.");
    expect(outcome).toMatchObject({ failure: { reason: "cancelled" } });
  });

  it.each([
    "AADB2C90054",
    "AADB2C90048",
    "AADB2C90053",
    "AADB2C90035",
    "AADB2C90151",
    "AADB2C90114",
    "AADB2C90111",
    "AADB2C90085",
    "AADB2C90289",
    "AADB2C90046",
    "AADB2C90244",
    "AADSTS50105",
  ])("with the code %s passes the code on", async (code) => {
    const outcome = await refusedWith("access_denied", `${code}: Something.\r\nCorrelation ID: 1`);
    expect(outcome).toMatchObject({ failure: { reason: "refused", code } });
  });

  it("without a code passes `undefined` on", async () => {
    const outcome = await refusedWith("server_error", "it broke");
    expect(outcome).toMatchObject({ failure: { reason: "refused", code: undefined } });
  });

  it("that is temporary counts as unreachable", async () => {
    expect(await refusedWith("temporarily_unavailable", "")).toMatchObject({
      failure: { reason: "unreachable" },
    });
  });

  it.each([
    ["login_required", ""],
    ["interaction_required", ""],
    ["access_denied", "AADB2C90077: User does not have an existing session"],
  ])("of a renewal with %s %s means that interaction is required", async (error, description) => {
    browser.record.user = {
      id: "2001",
      firstName: "",
      lastName: "",
      fullName: "",
      email: "",
      b2c: true,
      roles: [],
    };
    const { url } = await browser.begin("customer", "renewal");
    const outcome = await browser.complete(harness.customer.refuse(url, error, description));
    expect(outcome).toMatchObject({ purpose: "renewal", failure: { reason: "interaction-required" } });
  });

  it("because of a forgotten password is invalid if the state is forged", async () => {
    const { url } = await browser.begin();
    const forged = harness.customer.refuse(url, "access_denied", "AADB2C90118: x");
    forged.searchParams.set("state", "forged");
    expect(await browser.complete(forged)).toMatchObject({ failure: { reason: "invalid" } });
  });

  it("because of a forgotten password keeps its code if no address for the reset is configured", async () => {
    const withoutReset = await startHarness({ passwordResetUrl: undefined });
    const visitor = new SignInBrowser(withoutReset.service);
    const { url } = await visitor.begin();
    const outcome = await visitor.complete(
      withoutReset.customer.refuse(url, "access_denied", "AADB2C90118: x"),
    );
    await withoutReset.close();
    expect(outcome).toMatchObject({ failure: { reason: "refused", code: "AADB2C90118" } });
  });
});

describe("a token endpoint", () => {
  async function signInWith(fault: (typeof harness.customer.tokenFaults)[number]) {
    const { url } = await browser.begin();
    harness.customer.tokenFaults.push(fault);
    return browser.complete(harness.customer.authorize(url));
  }

  it("that refuses an authorisation code passes its error code on", async () => {
    const body = {
      error: "invalid_grant",
      error_description: "AADB2C90080: The provided grant has expired.",
    };
    expect(await signInWith({ status: 400, body })).toMatchObject({ failure: { code: "AADB2C90080" } });
  });

  it("that refuses an authorisation code without an error code makes the sign-in invalid", async () => {
    const outcome = await signInWith({ status: 400, body: { error: "invalid_grant" } });
    expect(outcome).toMatchObject({ failure: { reason: "invalid" } });
  });

  it.each(["hang up" as const, { status: 500, body: {} }, { status: 400, body: [] }])(
    "that answers %j counts as unreachable",
    async (fault) => {
      expect(await signInWith(fault)).toMatchObject({ failure: { reason: "unreachable" } });
    },
  );

  it("that sends no identity token makes the sign-in invalid", async () => {
    const outcome = await signInWith({ status: 200, body: { access_token: "a", token_type: "Bearer" } });
    expect(outcome).toMatchObject({ failure: { reason: "invalid" } });
  });
});

describe("a provider that is down", () => {
  it("makes sign-ins fail until it is up again", async () => {
    harness.customer.discoveryDown = true;
    await expect(browser.begin()).rejects.toThrow("not reached");
    harness.customer.discoveryDown = false;
    const { url } = await browser.begin();
    expect((await browser.complete(harness.customer.authorize(url))).ok).toBe(true);
  });

  it("counts as unreachable if its keys can't be loaded", async () => {
    harness.customer.keysDown = true;
    const { url } = await browser.begin();
    const outcome = await browser.complete(harness.customer.authorize(url));
    expect(outcome).toMatchObject({ failure: { reason: "unreachable" } });
  });

  it("is still redirected to, by the address in its expired metadata", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const aging = await startHarness();
    const visitor = new SignInBrowser(aging.service);
    await visitor.begin();
    vi.advanceTimersByTime(2 * 60 * 60_000);
    aging.customer.discoveryDown = true;
    const { url } = await visitor.begin();
    await aging.close();
    expect(url).toContain("/customer/authorize");
  });
});

describe("the log", () => {
  it("contains no token, code or secret, and no text from the provider", async () => {
    await refusedWith("access_denied", "AADB2C90054: canary-description anna@example.com");
    await refusedWith("canary-error\r\n", "x");
    harness.customer.claims = { nonce: "canary-nonce" };
    const { url } = await browser.begin();
    const callback = harness.customer.authorize(url);
    await browser.complete(callback);
    await browser.complete(callback);
    const logged = harness.logged();
    expect(logged).toContain("AADB2C90054");
    expect(logged).toContain("nonce");
    const { searchParams } = callback;
    const secrets = [
      "canary",
      "secret-",
      "anna@",
      "eyJhbGci",
      searchParams.get("code"),
      searchParams.get("state"),
    ];
    for (const secret of secrets) expect(logged).not.toContain(secret);
  });
});

it("an employee who signs in as a customer is refused and logged, unless the setting admits employees", async () => {
  harness.customer.claims = { userType: "employee" };
  const refused = await browser.begin();
  await browser.complete(harness.customer.authorize(refused.url));
  expect(harness.logged()).toContain("EmployeeNotAdmitted");
  const admitting = await startHarness({ customerAdmitsEmployees: true });
  admitting.customer.claims = { userType: "employee" };
  const visitor = new SignInBrowser(admitting.service);
  const { url } = await visitor.begin();
  const outcome = await visitor.complete(admitting.customer.authorize(url));
  await admitting.close();
  expect(outcome).toMatchObject({ ok: true, user: { b2c: false } });
});
