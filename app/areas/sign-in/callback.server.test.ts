import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakePortal } from "#app/request/testing/route-args.ts";
import type { SignInFailure, SignInOutcome } from "#server/identity/identity-service.ts";
import { afterSignIn, finishSignIn } from "./callback.server.ts";
import { loader as wait } from "./wait.route.tsx";

const one = { clientId: "1", name: "One" };
const two = { clientId: "2", name: "Two" };

let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal({ apiUrl: "http://127.0.0.1:1" });
});
afterEach(() => void vi.useRealTimers());

async function comeBack(outcome: SignInOutcome): Promise<Response> {
  portal.outcome = Promise.resolve(outcome);
  const answer = await finishSignIn(portal.args("/login/callback?code=x&state=y"), "customer");
  if (!(answer instanceof Response)) throw new Error("the page waits");
  return answer;
}

const failed = (failure: SignInFailure): SignInOutcome => ({ ok: false, failure, purpose: "sign-in" });
const placeOf = (answer: Response) => answer.headers.get("location");

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

describe("an exchange that takes long", () => {
  it("shows the waiting page, goes on, and is collected once", async () => {
    vi.useFakeTimers();
    let finish = (_: SignInOutcome) => {};
    portal.outcome = new Promise((resolve) => (finish = resolve));
    const first = finishSignIn(portal.args("/login/callback?code=x&state=y"), "customer");
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

  it("is asked for as long as another instance may be at it, and given up when none knows of it", async () => {
    expect(await wait(portal.args("/login/wait?polls=38"))).toEqual({ polls: 38 });
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
