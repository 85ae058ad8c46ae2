import { Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { createRateLimits, networkOf, type RateLimits } from "./rate-limits.ts";
import { redisAvailable, startRedis } from "./session/testing/redis-server.ts";

const settings = {
  rateLimitSignIns: 2,
  rateLimitAnonymousPosts: 2,
  rateLimitLookups: 2,
  rateLimitRequests: 2,
  rateLimitSearches: 2,
  rateLimitDownloads: 100,
  rateLimitPageViews: 2,
  rateLimitLineTests: 2,
};
const openLimits: RateLimits[] = [];
const lines: string[] = [];
const log = createLog("info", new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));

async function startLimits(sessionStore: string): Promise<RateLimits> {
  const limits = await createRateLimits({ ...settings, sessionStore } as Config, log);
  openLimits.push(limits);
  return limits;
}

afterEach(() => {
  for (const limits of openLimits.splice(0)) limits.close();
  lines.length = 0;
});

describe("a limit", () => {
  it("refuses requests over the limit per minute, separately for each key and kind of request", async () => {
    const { countRequest } = await startLimits("sqlite::memory:");
    const answers = [];
    for (const key of ["ann", "ann", "bob", "ann"]) answers.push(await countRequest("searches", key));
    expect(answers).toEqual([undefined, undefined, undefined, expect.any(Number)]);
    expect(answers[3]).toBeGreaterThan(0);
    expect(answers[3]).toBeLessThanOrEqual(60);
    expect(await countRequest("downloads", "ann")).toBeUndefined();
  });

  it("counts line tests by the hour", async () => {
    const { countRequest } = await startLimits("sqlite::memory:");
    const answers = [];
    for (const key of ["ann", "ann", "ann"]) answers.push(await countRequest("line-tests", key));
    expect(answers).toEqual([undefined, undefined, 3_600]);
  });

  it.each([
    ["192.0.2.1", "::ffff:192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ])("counts %s and %s as one network: %s", (address, other, isSame) => {
    expect(networkOf(address) === networkOf(other)).toBe(isSame);
  });
});

describe.skipIf(!redisAvailable)("limits in Redis", () => {
  it(
    "count over all instances, and refuse nobody and log a warning while Redis is down",
    { timeout: 20_000 },
    async () => {
      const redis = await startRedis();
      try {
        const [first, second] = [await startLimits(redis.url), await startLimits(redis.url)];
        await expect
          .poll(async () => (await first.countRequest("downloads", "ready"), lines.splice(0)), {
            interval: 50,
          })
          .toEqual([]);
        await expect
          .poll(async () => (await second.countRequest("downloads", "ready"), lines.splice(0)), {
            interval: 50,
          })
          .toEqual([]);
        await first.countRequest("searches", "ann");
        await second.countRequest("searches", "ann");
        expect(await first.countRequest("searches", "ann")).toEqual(expect.any(Number));
        redis.freeze();
        expect(await second.countRequest("searches", "bob")).toBeUndefined();
        redis.thaw();
        await redis.kill();
        expect(await second.countRequest("searches", "bob")).toBeUndefined();
        expect(lines.join("")).toContain("couldn't check the limits, so the request was let through");
      } finally {
        await redis.stop();
      }
    },
  );
});
