import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anna as user, FakePortal, identityOrigin, tokens } from "#app/request/testing/route-args.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import type { SignInFailure, SignInOutcome } from "#server/identity/identity-service.ts";
import { afterSignIn, callback } from "./callback.server.ts";
import { loader as wait } from "./wait.route.tsx";

const one = { clientId: "1", name: "One" };
const two = { clientId: "2", name: "Two" };
const ACCOUNTS = "GET Client/MyAccounts";
const letIn: SignInOutcome = { ok: true, user, tokens, purpose: "sign-in" };

let api: ScriptedApi;
let portal: FakePortal;

beforeEach(async () => {
  api = await startScriptedApi();
  api.on(ACCOUNTS, []);
  api.on("POST logout", null);
  portal = new FakePortal({ apiUrl: api.url });
});
afterEach(async () => {
  vi.useRealTimers();
  await api.close();
});

async function comeBack(outcome: SignInOutcome): Promise<Response> {
  portal.outcome = Promise.resolve(outcome);
  const answer = await callback(portal.args("/login/callback?code=x&state=y"), "customer");
  if (!(answer instanceof Response)) throw new Error("the page waits");
  return answer;
}

const failed = (failure: SignInFailure, purpose: "sign-in" | "renewal" = "sign-in"): SignInOutcome => ({
  ok: false,
  failure,
  purpose,
});
const placeOf = (answer: Response) => answer.headers.get("location");

describe("who is let in", () => {
  it("gets a session, the only account and the dashboard", async () => {
    api.on(ACCOUNTS, [one]);
    expect(placeOf(await comeBack(letIn))).toBe("/dashboard");
    expect(portal).toMatchObject({ user, tokens, accounts: [one], account: one });
    expect(api.seen).toEqual([expect.objectContaining({ call: "GET Client/MyAccounts", token: "token-1" })]);
  });

  it("goes on to the address that was asked for", async () => {
    api.on(ACCOUNTS, [one, two]);
    portal.savedUrl = "/tickets?page=2";
    expect(placeOf(await comeBack(letIn))).toBe("/tickets?page=2");
    expect(portal.account).toEqual(one);
  });

  it("never goes on to another site", async () => {
    api.on(ACCOUNTS, [one]);
    portal.savedUrl = "//evil.example";
    expect(placeOf(await comeBack(letIn))).toBe("/dashboard");
  });

  it("chooses an account where that is allowed, and keeps the address", async () => {
    api.on(ACCOUNTS, [one, two]);
    portal.savedUrl = "/tickets";
    const switcher = { ...user, roles: ["1-MyPortal Switch Account"] };
    expect(placeOf(await comeBack({ ...letIn, user: switcher }))).toBe("/switch-account");
    expect(portal).toMatchObject({ account: undefined, savedUrl: "/tickets" });
  });

  it("loses the cookies of the handshake", async () => {
    const answer = await comeBack(letIn);
    expect(answer.headers.getSetCookie()).toEqual(["sign-in-customer:1=; Max-Age=0"]);
  });
});

describe("accounts that can't be had", () => {
  it("lead to the error page, signed in", async () => {
    api.on(ACCOUNTS, null, 500);
    expect(placeOf(await comeBack(letIn))).toBe("/error?reason=clients&reference=request-1");
    expect(portal.user).toBe(user);
  });

  it("are told apart when nothing answered", async () => {
    await api.close();
    expect(placeOf(await comeBack(letIn))).toBe("/error?reason=clients-network&reference=request-1");
    api = await startScriptedApi();
  });

  it("are told apart when there are none", async () => {
    expect(placeOf(await comeBack(letIn))).toBe("/error?reason=no-clients");
  });
});

describe("who is turned away", () => {
  it("is signed out everywhere, and the mode is kept", async () => {
    const answer = await comeBack({ ok: false, noAccess: "lockedOut", tokens, purpose: "sign-in" });
    await Promise.all(portal.afterResponse);
    expect(placeOf(answer)).toBe(`${identityOrigin}/sign-out?hint=token-1`);
    expect(answer.headers.getSetCookie().join()).toContain("no-access=lockedOut; Path=/logout");
    expect(portal.events).toContain("session ended");
    expect(api.seen).toEqual([expect.objectContaining({ call: "POST logout", token: "token-1" })]);
  });
});

describe("a sign-in that failed", () => {
  it.each([
    [{ reason: "cancelled" }, "/login"],
    [
      { reason: "forgot-password", redirectTo: "https://identity.example/reset" },
      "https://identity.example/reset",
    ],
    [{ reason: "refused", code: "AADB2C90054" }, "/login?error=AADB2C90054"],
    [{ reason: "refused", code: undefined }, "/login?error=refused"],
    [{ reason: "invalid" }, "/login?error=invalid"],
    [{ reason: "unreachable" }, "/login?error=unreachable"],
  ] as const)("%j leads to %s", async (failure, place) => {
    expect(placeOf(await comeBack(failed(failure)))).toBe(place);
    expect(portal.user).toBeUndefined();
  });

  it("does not disturb who is signed in already", async () => {
    portal.signedIn();
    expect(placeOf(await comeBack(failed({ reason: "invalid" })))).toBe("/dashboard");
    expect(portal.events).not.toContain("session ended");
  });
});

describe("a renewal", () => {
  beforeEach(() => void portal.signedIn());

  it("brings new tokens into the session that is there", async () => {
    const fresh = { ...tokens, identityToken: "token-2" };
    const answer = await comeBack({ ok: true, user, tokens: fresh, purpose: "renewal" });
    expect(placeOf(answer)).toBe("/renew?step=done");
    expect(portal.tokens).toBe(fresh);
    expect(portal.events).not.toContain("session started");
  });

  it("that needs interaction logs out without invalidating sessions", async () => {
    portal.savedUrl = "/tickets";
    const answer = await comeBack(failed({ reason: "interaction-required" }, "renewal"));
    expect(placeOf(answer)).toBe("/login?error=renewal&returnTo=%2Ftickets");
    expect(portal.events).toContain("session ended");
    expect(api.seen).toEqual([]);
  });

  it("that fails otherwise keeps the session and says so", async () => {
    const answer = await comeBack(failed({ reason: "unreachable" }, "renewal"));
    expect(placeOf(answer)).toBe("/renew?step=failed");
    expect(portal.events).not.toContain("session ended");
  });
});

describe("an exchange that takes long", () => {
  it("shows the waiting page, goes on, and is collected once", async () => {
    vi.useFakeTimers();
    let finish = (_: SignInOutcome) => {};
    portal.outcome = new Promise((resolve) => (finish = resolve));
    const first = callback(portal.args("/login/callback?code=x&state=y"), "customer");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toEqual({ polls: 0 });
    const poll = wait(portal.args("/login/wait?polls=1"));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await poll).toEqual({ polls: 0 });
    vi.useRealTimers();
    finish(failed({ reason: "unreachable" }));
    const last = await wait(portal.args("/login/wait?polls=2"));
    expect(last instanceof Response && placeOf(last)).toBe("/login?error=unreachable");
    expect(await wait(portal.args("/login/wait?polls=3"))).toEqual({ polls: 3 });
  });

  it("is given up when no instance knows of it", async () => {
    const answer = await wait(portal.args("/login/wait?polls=99"));
    expect(answer instanceof Response && placeOf(answer)).toBe("/login?error=expired");
  });

  it("that somebody signed in asks for again leads to the dashboard", async () => {
    const answer = await wait(portal.signedIn().args("/login/wait"));
    expect(answer instanceof Response && placeOf(answer)).toBe("/dashboard");
  });
});

const switcher = "1-MyPortal Switch Account";
const pending = "1-MyPortal Pending Validation";

describe("afterSignIn", () => {
  it.each([
    ["one account", ["1-Support"], [one], one],
    ["one account, may switch", ["1-Support", switcher], [one], one],
    ["one account, pending, may switch", [switcher, pending], [one], "switch-account"],
    ["one account, pending", [pending], [one], one],
    ["two accounts", ["2-Support"], [two, one], two],
    ["two accounts, may switch", [switcher], [one, two], "switch-account"],
    ["no account", ["1-Support"], [], "no-clients"],
    ["no account, may switch", [switcher], [], "switch-account"],
  ])("with %s", (_, roles, accounts, next) => {
    expect(afterSignIn({ roles }, accounts)).toEqual(next);
  });
});
