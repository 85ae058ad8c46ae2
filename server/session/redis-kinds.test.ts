import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { createRateLimits } from "#server/rate-limits.ts";
import { freePort } from "#server/testing/free-port.ts";
import { RedisBackend } from "./redis-backend.ts";
import { startWithSentinels } from "./testing/redis-kinds.ts";
import { redisAvailable } from "./testing/redis-server.ts";

const WAIT = { timeout: 15_000, interval: 50 };
const isReady = (backend: RedisBackend) =>
  backend.ping().then(
    () => true,
    () => false,
  );

describe.skipIf(!redisAvailable)("Redis behind Sentinels", { timeout: 30_000 }, () => {
  let redis: Awaited<ReturnType<typeof startWithSentinels>>;
  beforeAll(async () => {
    redis = await startWithSentinels({ replicas: 0, sentinels: 1 });
  });
  afterAll(() => redis.stop());

  it("is available again after its primary has refused writes for a while", async () => {
    const backend = new RedisBackend({ ...redis.connection, now: Date.now, onFault: () => undefined });
    const cli = (...args: string[]) =>
      execFileSync("redis-cli", ["-p", String(redis.port), "-a", "secret", "--no-auth-warning", ...args]);
    try {
      await expect.poll(() => isReady(backend), WAIT).toBe(true);
      cli("replicaof", "127.0.0.1", "1");
      await expect.poll(() => isReady(backend), WAIT).toBe(false);
      cli("replicaof", "no", "one");
      await expect.poll(() => isReady(backend), WAIT).toBe(true);
    } finally {
      await backend.close();
    }
  });
});

describe.skipIf(!redisAvailable)("Sentinels that start after the portal", { timeout: 30_000 }, () => {
  it("are found by sessions and rate limits without a restart", async () => {
    const ports = { primary: await freePort(), sentinel: await freePort() };
    const connection = {
      url: `redis+sentinel://:secret@127.0.0.1:${ports.sentinel}/sessions`,
      sentinelPassword: "watch",
    };
    const backend = new RedisBackend({ ...connection, now: Date.now, onFault: () => undefined });
    const { url, ...redis } = connection;
    const limitsOfOne = {
      rateLimitSignIns: 1,
      rateLimitAnonymousPosts: 1,
      rateLimitLookups: 1,
      rateLimitRequests: 1,
      rateLimitSearches: 1,
      rateLimitDownloads: 1,
      rateLimitPageViews: 1,
      rateLimitLineTests: 1,
    };
    const config = { ...limitsOfOne, sessionStore: url, redis } as Config;
    const limits = await createRateLimits(config, createLog("silent"));
    expect(await isReady(backend)).toBe(false);
    expect(await limits.countRequest("searches", "ann")).toBeUndefined();
    const started = await startWithSentinels({ replicas: 0, sentinels: 1, ports });
    try {
      await expect.poll(() => isReady(backend), WAIT).toBe(true);
      await expect.poll(() => limits.countRequest("searches", "ann"), WAIT).toBeGreaterThan(0);
    } finally {
      limits.close();
      await backend.close();
      await started.stop();
    }
  });
});
