import express from "express";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { setUpHealth } from "./set-up-health.ts";

async function startHealth(ping: () => Promise<void>) {
  const warn = vi.fn<(fields: object, message: string) => void>();
  const server = express()
    .use(setUpHealth({ draining: () => false, ping, log: { warn } as never }))
    .listen(0);
  onTestFinished(() => void server.close());
  const address = server.address() as { port: number };
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${address.port}/readyz`);
    return [response.status, await response.text()];
  };
  return { ready, warn };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("/readyz asks the store again a second later even if the clock was set back an hour", async () => {
  let isDown = true;
  const { ready } = await startHealth(async () => {
    if (isDown) throw new SessionStoreUnavailable("Redis cannot be used.");
  });
  expect((await ready())[0]).toBe(503);
  isDown = false;
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_001);
  expect((await ready())[0]).toBe(200);
});

it("/readyz says in the log why the store can't be used, once for each outage", async () => {
  const cause = new Error("NOPERM this user has no permissions to run the 'eval' command");
  let isDown = true;
  const { ready, warn } = await startHealth(async () => {
    if (isDown) throw new SessionStoreUnavailable("Redis cannot be used.", { cause });
  });
  const down = [503, "session store down\n"];
  const nextCheck = () => vi.advanceTimersByTime(1_001);

  expect(await ready()).toEqual(down);
  nextCheck();
  expect(await ready()).toEqual(down);
  expect(warn.mock.calls).toEqual([[{ err: cause }, "the session store can't be used"]]);

  isDown = false;
  // Probes that come closer together than a second load the store once.
  expect(await ready()).toEqual(down);
  nextCheck();
  expect(await ready()).toEqual([200, "ready\n"]);

  isDown = true;
  nextCheck();
  expect(await ready()).toEqual(down);
  expect(warn).toHaveBeenCalledTimes(2);
});
