import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SignInFailure, SignInOutcome } from "#server/identity/identity-service.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { afterSignIn, finishSignIn } from "./callback.server.ts";
import { loader as wait } from "./wait.route.tsx";

const one = { clientId: "1", name: "One" };
const two = { clientId: "2", name: "Two" };

let portal: Awaited<ReturnType<typeof openPortal>>;

beforeEach(async () => {
  portal = await openPortal({});
});
afterEach(() => void vi.useRealTimers());

async function comeBack(outcome: SignInOutcome): Promise<Response> {
  portal.services.identity.complete = async () => outcome;
  const answer = await finishSignIn(await portal.args("/login/callback?code=x&state=y"), "customer");
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
    expect((await portal.args("/")).context.session.user).toBeUndefined();
  });

  it("does not disturb who is signed in already", async () => {
    await portal.signIn();
    expect(placeOf(await comeBack(failed({ reason: "invalid" })))).toBe("/dashboard");
    expect((await portal.args("/")).context.session.user).toBeDefined();
  });
});

describe("an exchange that takes long", () => {
  it("shows the waiting page, goes on, and is collected once", async () => {
    const { session } = (await portal.args("/login")).context;
    session.beginHandshake({ kind: "customer", nonce: "n", purpose: "sign-in" });
    vi.useFakeTimers();
    let finish = (_: SignInOutcome) => {};
    portal.services.identity.complete = () => new Promise((resolve) => (finish = resolve));
    const first = finishSignIn(await portal.args("/login/callback?code=x&state=y"), "customer");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toEqual({ polls: 0 });
    const poll = wait(await portal.args("/login/wait?polls=1"));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await poll).toEqual({ polls: 0 });
    vi.useRealTimers();
    finish(failed({ reason: "unreachable" }));
    const last = await wait(await portal.args("/login/wait?polls=2"));
    expect(last instanceof Response && placeOf(last)).toBe("/login?error=unreachable");
    expect(await wait(await portal.args("/login/wait?polls=3"))).toEqual({ polls: 3 });
  });

  it("is asked for as long as another instance may be at it, and given up when none knows of it", async () => {
    expect(await wait(await portal.args("/login/wait?polls=38"))).toEqual({ polls: 38 });
    const answer = await wait(await portal.args("/login/wait?polls=99"));
    expect(answer instanceof Response && placeOf(answer)).toBe("/login?error=expired");
  });

  it("that somebody signed in asks for again leads to the dashboard", async () => {
    await portal.signIn();
    const answer = await wait(await portal.args("/login/wait"));
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
