import { expect, it, onTestFinished, vi } from "vitest";
import { requireAccount } from "#app/request/require.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { rememberWelcomed, welcomeView } from "./welcome.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

it("'Got it' holds for a year, for this person alone", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const account = { clientId: "1", name: "One" };
  const args = await (await openPortal({ roles: ["1-Support"], account })).args("/dashboard");
  const portal = await requireAccount(args);
  const isWelcomed = async (changes = {}) =>
    (await welcomeView(args, { ...portal, user: { ...portal.user, ...changes } })) !== undefined;

  expect(await isWelcomed()).toBe(true);
  await rememberWelcomed(args.context, portal.user);
  expect([await isWelcomed(), await isWelcomed({ id: "somebody else" })]).toEqual([false, true]);
  vi.setSystemTime(Date.now() + 364 * DAY_MS);
  expect(await isWelcomed()).toBe(false);
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  expect(await isWelcomed()).toBe(true);
});
