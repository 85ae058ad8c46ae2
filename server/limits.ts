import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Config } from "./config.ts";
import type { RedisConnection } from "./session/redis-client.ts";

export type LimitName =
  "sign-ins" | "posts" | "lookups" | "requests" | "searches" | "downloads" | "page-views" | "line-tests";

/** Rate limits, over all instances. */
export interface Limits {
  /** Counts one request. Returns the seconds to wait, or undefined if it is within the limit or the store is down. */
  secondsToWait(limit: LimitName, key: string): Promise<number | undefined>;
  close(): void;
}

type Store = Readonly<{
  limiterOf: (limit: LimitName, points: number) => RateLimiterAbstract;
  close: () => void;
}>;

/** The time over which a limit counts: an hour for line tests, else a minute. */
const secondsOf = (limit: LimitName) => (limit === "line-tests" ? 3_600 : 60);
const TIMEOUT_MS = 1_000;

/** Rate limits, counted in Redis if the sessions are there, else in this process's memory. */
export async function createLimits(config: Config, log: Logger): Promise<Limits> {
  const settings: Record<LimitName, number> = {
    "sign-ins": config.rateLimitSignIns,
    posts: config.rateLimitAnonymousPosts,
    lookups: config.rateLimitLookups,
    requests: config.rateLimitRequests,
    searches: config.rateLimitSearches,
    downloads: config.rateLimitDownloads,
    "page-views": config.rateLimitPageViews,
    "line-tests": config.rateLimitLineTests,
  };
  const isShared = config.sessionStore.startsWith("redis");
  const { limiterOf, close } = isShared
    ? await inRedis({ url: config.sessionStore, ...config.redis }, log)
    : inMemory;
  const limiters = new Map(
    Object.entries(settings).map(([name, points]) => [name, limiterOf(name as LimitName, points)]),
  );
  return {
    async secondsToWait(limit, key) {
      try {
        await limiters.get(limit)?.consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
        log.warn({ err: error, limit }, "limits could not be checked, so the request goes on");
      }
      return undefined;
    },
    close,
  };
}

/** The IPv4 address itself, or the /64 network of an IPv6 address: a client may use any address of its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

const inMemory: Store = {
  limiterOf: (limit, points) => new RateLimiterMemory({ points, duration: secondsOf(limit) }),
  close: () => undefined,
};

async function inRedis(connection: RedisConnection, log: Logger): Promise<Store> {
  // Loaded only here, as by the sessions.
  const { createRedisClient } = await import("./session/redis-client.ts");
  const storeClient = createRedisClient(connection);
  // Only `debug`, because each request that could not be checked logs a warning.
  void storeClient.open((error) => log.debug({ err: error }, "store of limits unavailable"));
  return {
    limiterOf(limit, points) {
      const keyPrefix = `demarc:limit:${limit}`;
      const limiter = new RateLimiterRedis({
        storeClient,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix,
        points,
        duration: secondsOf(limit),
        // Further requests are refused without asking Redis again.
        inMemoryBlockOnConsumed: points,
      });
      return new RLWrapperTimeouts({ limiter, keyPrefix: "", timeoutMs: TIMEOUT_MS });
    },
    close: () => storeClient.close(),
  };
}
