import { Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "./config.ts";
import { createLimits, networkOf, type Limits } from "./limits.ts";
import { createLog } from "./log.ts";
import { redisAvailable, startRedis } from "./session/testing/redis-server.ts";

const two = {
  rateLimitSignIns: 2,
  rateLimitAnonymousPosts: 2,
  rateLimitLookups: 2,
  rateLimitRequests: 2,
  rateLimitSearches: 2,
  rateLimitDownloads: 100,
  rateLimitPageViews: 2,
};
const open: Limits[] = [];
const lines: string[] = [];
const log = createLog("info", new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));

async function limits(sessionStore: string): Promise<Limits> {
  const made = await createLimits({ ...two, sessionStore } as Config, log);
  open.push(made);
  return made;
}

afterEach(() => {
  for (const one of open.splice(0)) one.close();
  lines.length = 0;
});

describe("a limit", () => {
  it("refuses what is more than a minute's share, for one key and one kind of thing", async () => {
    const { secondsToWait } = await limits("sqlite::memory:");
    const answers = [];
    for (const key of ["ann", "ann", "bob", "ann"]) answers.push(await secondsToWait("searches", key));
    expect(answers).toEqual([undefined, undefined, undefined, expect.any(Number)]);
    expect(answers[3]).toBeGreaterThan(0);
    expect(answers[3]).toBeLessThanOrEqual(60);
    expect(await secondsToWait("downloads", "ann")).toBeUndefined();
  });

  it.each([
    ["192.0.2.1", "::ffff:192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ])("%s and %s are one network: %s", (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same);
  });
});

describe.skipIf(!redisAvailable)("limits in Redis", () => {
  it(
    "hold over all instances, and refuse nobody while it is away, which the log says",
    { timeout: 20_000 },
    async () => {
      const redis = await startRedis();
      try {
        const [here, there] = [await limits(redis.url), await limits(redis.url)];
        await expect
          .poll(async () => (await here.secondsToWait("downloads", "ready"), lines.splice(0)), {
            interval: 50,
          })
          .toEqual([]);
        await expect
          .poll(async () => (await there.secondsToWait("downloads", "ready"), lines.splice(0)), {
            interval: 50,
          })
          .toEqual([]);
        await here.secondsToWait("searches", "ann");
        await there.secondsToWait("searches", "ann");
        expect(await here.secondsToWait("searches", "ann")).toEqual(expect.any(Number));
        redis.freeze();
        expect(await there.secondsToWait("searches", "bob")).toBeUndefined();
        redis.thaw();
        await redis.kill();
        expect(await there.secondsToWait("searches", "bob")).toBeUndefined();
        expect(lines.join("")).toContain("limits could not be checked, so the request goes on");
      } finally {
        await redis.stop();
      }
    },
  );
});
