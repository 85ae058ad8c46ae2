import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Tokens } from "#server/session/portal-session.ts";
import { anna, publicUrl, SignInBrowser, startHarness, type Harness } from "./testing/harness.ts";
import { memorySession, sessionRecord, type SessionRecord } from "./testing/memory-session.ts";

let harness: Harness;
let record: SessionRecord;

function tokensExpiringIn(secondsLeft: number, changes: Partial<Tokens> = {}): Tokens {
  const expiresAt = Date.now() + secondsLeft * 1000;
  return { identityToken: "old", refreshToken: "refresh-0", expiresAt, issuedBy: "customer", ...changes };
}

beforeEach(async () => {
  harness = await startHarness();
  record = sessionRecord({ user: anna, tokens: tokensExpiringIn(-1) });
});
afterEach(() => {
  vi.useRealTimers();
  return harness.close();
});

describe("renew", () => {
  it("stores new tokens in the session", async () => {
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    expect(record.tokens).toMatchObject({ refreshToken: "secret-refresh-1", issuedBy: "customer" });
    expect(record.tokens?.identityToken).not.toBe("old");
    expect(record.tokens?.expiresAt).toBeGreaterThan(Date.now());
  });

  it("keeps the refresh token if the provider sends no new one", async () => {
    harness.customer.rotatesRefreshTokens = false;
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    expect(record.tokens?.refreshToken).toBe("refresh-0");
  });

  it("asks the provider that issued the tokens", async () => {
    record.tokens = tokensExpiringIn(-1, { issuedBy: "employee" });
    harness.employee.claims = { userType: "employee" };
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    expect(harness.employee.tokenRequests).toHaveLength(1);
    expect(harness.customer.tokenRequests).toHaveLength(0);
  });

  it("retries once", async () => {
    harness.customer.tokenFaults.push({ status: 503, body: {} });
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    expect(harness.customer.tokenRequests).toHaveLength(2);
  });

  it("gives up after the retry", async () => {
    harness.customer.tokenFaults.push("hang up", "hang up", "hang up");
    expect(await harness.service.renew(memorySession(record))).toBe("unreachable");
    expect(harness.customer.tokenRequests).toHaveLength(2);
    expect(record.tokens?.identityToken).toBe("old");
  });

  it("doesn't spend the refresh token while the keys can't be had", async () => {
    harness.customer.keysDown = true;
    expect(await harness.service.renew(memorySession(record))).toBe("unreachable");
    expect(harness.customer.tokenRequests).toHaveLength(0);
    harness.customer.keysDown = false;
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
  });

  it("works with known keys, however old, while the keys are away", async () => {
    // From the start, because the clock of a fake begins at 0.
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    await harness.service.renew(memorySession(record));
    let asked = 0;
    harness.customer.replacements.set("keys", (response) => {
      asked += 1;
      response.writeHead(503).end();
    });
    vi.advanceTimersByTime(11 * 60_000);
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    vi.advanceTimersByTime(1_000);
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    await expect.poll(() => asked).toBe(1);
  });

  it.each([
    ["503", (response: ServerResponse) => response.writeHead(503).end()],
    ["null", (response: ServerResponse) => response.end("null")],
  ])("exchanges once if rotated keys are answered with %s the first time", async (_, fault) => {
    await harness.service.renew(memorySession(record));
    record.tokens = tokensExpiringIn(-1);
    await harness.customer.rotateKeys();
    harness.customer.replacements.set("keys", (response) => {
      harness.customer.replacements.delete("keys");
      fault(response);
    });
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    expect(harness.customer.tokenRequests).toHaveLength(2);
  });

  it("keeps the new refresh token while rotated keys can't be had", async () => {
    await harness.service.renew(memorySession(record));
    record.tokens = tokensExpiringIn(-1, { refreshToken: "secret-refresh-1" });
    await harness.customer.rotateKeys();
    harness.customer.keysDown = true;
    expect(await harness.service.renew(memorySession(record))).toBe("unreachable");
    expect(record.tokens).toMatchObject({ identityToken: "old", refreshToken: "secret-refresh-2" });
    harness.customer.keysDown = false;
    expect(await harness.service.renew(memorySession(record))).toBe("renewed");
    const spent = harness.customer.tokenRequests.map((request) => request.get("refresh_token"));
    expect(spent).toEqual(["refresh-0", "secret-refresh-1", "secret-refresh-2"]);
  });

  it("doesn't retry if the refresh token is no longer valid", async () => {
    harness.customer.tokenFaults.push({ status: 400, body: { error: "invalid_grant" } });
    const views = [memorySession(record), memorySession(record)];
    const outcomes = await Promise.all(views.map((session) => harness.service.renew(session)));
    expect(outcomes).toEqual(["refused", "refused"]);
    expect(harness.customer.tokenRequests).toHaveLength(1);
  });

  it.each([
    ["another person", { sub: "9999" }],
    ["a token for another audience", { aud: "someone" }],
    ["an employee at the customers' provider", { userType: "employee" }],
    ["a person who has been locked out", { roles: ["1-MyPortal No Access", "1-MyPortal Locked Out"] }],
  ])("refuses %s", async (_, claims) => {
    harness.customer.claims = claims;
    expect(await harness.service.renew(memorySession(record))).toBe("refused");
    expect(record.tokens?.identityToken).toBe("old");
  });

  it("logs an employee at the customers' provider", async () => {
    harness.customer.claims = { userType: "employee" };
    await harness.service.renew(memorySession(record));
    expect(harness.logged()).toContain("EmployeeNotAdmitted");
  });

  it("reports why the person has lost access, and returns no token", async () => {
    harness.customer.claims = { roles: ["1-MyPortal No Access", "1-MyPortal Locked Out"] };
    record.tokens = tokensExpiringIn(50);
    const session = memorySession(record);
    expect(await harness.service.freshToken(session)).toBeUndefined();
    expect(session.lostAccess?.mode).toBe("lockedOut");
  });

  it("fails without a refresh token or a session", async () => {
    record.tokens = tokensExpiringIn(-1, { refreshToken: undefined });
    expect(await harness.service.renew(memorySession(record))).toBe("refused");
    expect(await harness.service.renew(memorySession(sessionRecord()))).toBe("refused");
    expect(harness.customer.tokenRequests).toHaveLength(0);
  });

  it("renews once for 20 parallel requests", async () => {
    const views = Array.from({ length: 20 }, () => memorySession(record));
    const results = await Promise.all(views.map((session) => harness.service.renew(session)));
    expect(results).toEqual(Array(20).fill("renewed"));
    expect(harness.customer.tokenRequests).toHaveLength(1);
  });

  it("uses the tokens that another request has renewed meanwhile", async () => {
    const late = memorySession(record);
    await harness.service.renew(memorySession(record));
    expect(await harness.service.renew(late)).toBe("renewed");
    expect(harness.customer.tokenRequests).toHaveLength(1);
  });
});

describe("freshToken", () => {
  it("is the current token while it has more than a minute left", async () => {
    record.tokens = tokensExpiringIn(70);
    expect(await harness.service.freshToken(memorySession(record))).toBe("old");
    expect(harness.customer.tokenRequests).toHaveLength(0);
  });

  it("is a new token when less than a minute is left", async () => {
    record.tokens = tokensExpiringIn(50);
    expect(await harness.service.freshToken(memorySession(record))).toMatch(/^eyJ/);
  });

  it("is the old token if that's still valid but can't be renewed", async () => {
    record.tokens = tokensExpiringIn(50);
    harness.customer.tokenFaults.push("hang up", "hang up");
    expect(await harness.service.freshToken(memorySession(record))).toBe("old");
  });

  it("is undefined if it has expired and can't be renewed", async () => {
    harness.customer.tokenFaults.push("hang up", "hang up");
    expect(await harness.service.freshToken(memorySession(record))).toBeUndefined();
    expect(await harness.service.freshToken(memorySession(sessionRecord()))).toBeUndefined();
  });
});

describe("renewal by a redirect of the browser", () => {
  it("succeeds for the same person", async () => {
    const browser = new SignInBrowser(harness.service, record);
    const { url } = await browser.begin("customer", "renewal");
    expect(await browser.complete(harness.customer.authorize(url))).toMatchObject({
      ok: true,
      purpose: "renewal",
    });
  });

  it("refuses another person", async () => {
    const browser = new SignInBrowser(harness.service, record);
    const { url } = await browser.begin("customer", "renewal");
    harness.customer.claims = { sub: "9999" };
    const outcome = await browser.complete(harness.customer.authorize(url));
    expect(outcome).toMatchObject({ ok: false, purpose: "renewal", failure: { reason: "invalid" } });
  });
});

describe("signing out", () => {
  it("redirects to the provider that issued the tokens, and back to /logout", async () => {
    const url = new URL(await harness.service.signOutUrl(tokensExpiringIn(60)));
    expect(url.href.startsWith(`${harness.customer.url}/sign-out`)).toBe(true);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${publicUrl}/logout`);
    expect(url.searchParams.get("client_id")).toBe("portal");
    expect(url.search).not.toContain("old");
    const employee = await harness.service.signOutUrl(tokensExpiringIn(60, { issuedBy: "employee" }));
    expect(employee.startsWith(`${harness.employee.url}/sign-out`)).toBe(true);
  });

  it("sends the identity token if the setting says so", async () => {
    const withIdToken = await startHarness({ signOutIdToken: true });
    const url = new URL(await withIdToken.service.signOutUrl(tokensExpiringIn(60)));
    await withIdToken.close();
    expect(url.searchParams.get("id_token_hint")).toBe("old");
  });

  it("goes to /logout directly if the provider is unreachable", async () => {
    harness.customer.discoveryDown = true;
    expect(await harness.service.signOutUrl(tokensExpiringIn(60))).toBe(`${publicUrl}/logout`);
  });
});

describe("origins and cookies", () => {
  it("the origins are those of both providers", () => {
    const origins = [harness.customer.url, harness.employee.url].map((url) => new URL(url).origin);
    expect(harness.service.origins).toEqual(origins);
  });

  it("the cookies of a finished handshake are removed", async () => {
    const browser = new SignInBrowser(harness.service);
    await browser.begin();
    const request = browser.request("/login/callback");
    const [name = ""] = browser.cookies.keys();
    expect(harness.service.spentCookies(request)).toEqual([
      `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  it("cookies with similar or malformed names aren't removed", () => {
    const cookie = "sid=1; sign-in-customer:a;b=2; sign-in-customer:\r=1; =; sign-in-customerx=1".replace(
      "\r",
      "",
    );
    const request = new Request(publicUrl, { headers: { cookie } });
    expect(harness.service.spentCookies(request).join()).not.toMatch(/sid|customerx|b=/);
  });
});
