import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SignInFailure, SignInOutcome } from "#server/identity/identity-service.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { afterSignIn, finishSignIn } from "./callback.server.ts";
import { loader as waitLoader } from "./wait.route.tsx";

const accountOne = { clientId: "1", name: "One" };
const accountTwo = { clientId: "2", name: "Two" };

let portal: Awaited<ReturnType<typeof openPortal>>;

beforeEach(async () => {
  portal = await openPortal({});
});
afterEach(() => void vi.useRealTimers());

async function returnWith(outcome: SignInOutcome): Promise<Response> {
  portal.services.identity.complete = async () => outcome;
  const answer = await finishSignIn(await portal.args("/login/callback?code=x&state=y"), "customer");
  if (!(answer instanceof Response)) throw new Error("the answer is no redirect");
  return answer;
}

const failedSignIn = (failure: SignInFailure): SignInOutcome => ({ ok: false, failure, purpose: "sign-in" });
const locationOf = (answer: Response) => answer.headers.get("location");

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
  ] as const)("with %j redirects to %s", async (failure, location) => {
    expect(locationOf(await returnWith(failedSignIn(failure)))).toBe(location);
    expect((await portal.args("/")).context.session.user).toBeUndefined();
  });

  it("doesn't sign out a person who's already signed in", async () => {
    await portal.signIn();
    expect(locationOf(await returnWith(failedSignIn({ reason: "invalid" })))).toBe("/dashboard");
    expect((await portal.args("/")).context.session.user).toBeDefined();
  });
});

describe("a sign-in that takes long", () => {
  it("shows the waiting page, continues in the background, and is collected only once", async () => {
    const { session } = (await portal.args("/login")).context;
    session.beginHandshake({ kind: "customer", nonce: "n", purpose: "sign-in" });
    vi.useFakeTimers();
    let finish = (_: SignInOutcome) => {};
    portal.services.identity.complete = () => new Promise((resolve) => (finish = resolve));
    const first = finishSignIn(await portal.args("/login/callback?code=x&state=y"), "customer");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toEqual({ polls: 0 });
    const poll = waitLoader(await portal.args("/login/wait?polls=1"));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await poll).toEqual({ polls: 0 });
    vi.useRealTimers();
    finish(failedSignIn({ reason: "unreachable" }));
    const last = await waitLoader(await portal.args("/login/wait?polls=2"));
    expect(last instanceof Response && locationOf(last)).toBe("/login?error=unreachable");
    expect(await waitLoader(await portal.args("/login/wait?polls=3"))).toEqual({ polls: 3 });
  });

  it("ends with an error at the next poll if the store has failed since", async () => {
    const { session } = (await portal.args("/login")).context;
    session.beginHandshake({ kind: "customer", nonce: "n", purpose: "sign-in" });
    vi.useFakeTimers();
    const { promise, reject } = Promise.withResolvers<SignInOutcome>();
    portal.services.identity.complete = () => promise;
    const first = finishSignIn(await portal.args("/login/callback?code=x&state=y"), "customer");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toEqual({ polls: 0 });
    reject(new SessionStoreUnavailable("down"));
    await vi.advanceTimersByTimeAsync(10);
    vi.useRealTimers();
    const answer = await waitLoader(await portal.args("/login/wait?polls=1"));
    expect(answer instanceof Response && locationOf(answer)).toBe("/login?error=expired");
  });

  it("is polled for while another instance may still finish it, then ends with an error", async () => {
    expect(await waitLoader(await portal.args("/login/wait?polls=38"))).toEqual({ polls: 38 });
    const answer = await waitLoader(await portal.args("/login/wait?polls=99"));
    expect(answer instanceof Response && locationOf(answer)).toBe("/login?error=expired");
  });

  it("redirects to the dashboard if the person is already signed in", async () => {
    await portal.signIn();
    const answer = await waitLoader(await portal.args("/login/wait"));
    expect(answer instanceof Response && locationOf(answer)).toBe("/dashboard");
  });
});

const switchRole = "1-MyPortal Switch Account";
const pendingRole = "1-MyPortal Pending Validation";

describe("afterSignIn", () => {
  it.each([
    ["one account", ["1-Support"], [accountOne], accountOne],
    ["one account and the role to switch", ["1-Support", switchRole], [accountOne], accountOne],
    [
      "one account, pending, and the role to switch",
      [switchRole, pendingRole],
      [accountOne],
      "switch-account",
    ],
    ["one account, pending", [pendingRole], [accountOne], accountOne],
    ["two accounts", ["2-Support"], [accountTwo, accountOne], accountTwo],
    ["two accounts and the role to switch", [switchRole], [accountOne, accountTwo], "switch-account"],
    ["no account", ["1-Support"], [], "no-clients"],
    ["no account and the role to switch", [switchRole], [], "switch-account"],
  ])("with %s, selects the account or the next page", (_, roles, accounts, next) => {
    expect(afterSignIn({ roles }, accounts)).toEqual(next);
  });
});
