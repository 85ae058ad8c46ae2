import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
  type IRateLimiterOptions,
} from "rate-limiter-flexible";
import { ipAddressOf } from "#shared/ip-address.server.ts";
import type { Config } from "./config.ts";
import type { RedisClient, RedisConnection } from "./session/redis-client.ts";

/** The setting for each limit. */
const SETTINGS = {
  "sign-ins": "rateLimitSignIns",
  posts: "rateLimitAnonymousPosts",
  lookups: "rateLimitLookups",
  requests: "rateLimitRequests",
  searches: "rateLimitSearches",
  downloads: "rateLimitDownloads",
  "page-views": "rateLimitPageViews",
  "line-tests": "rateLimitLineTests",
} as const;
export type RateLimitName = keyof typeof SETTINGS;

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>;

const TIMEOUT_MS = 1_000;

/** Rate limits across all instances, counted in Redis if the sessions are there, otherwise in this process's memory. */
export async function createRateLimits(config: Config, log: Logger) {
  const isShared = config.sessionStore.startsWith("redis");
  const client = isShared ? await connect({ url: config.sessionStore, ...config.redis }, log) : undefined;
  const limiters = new Map(
    Object.entries(SETTINGS).map(([limit, setting]) => {
      // Line tests are counted per hour, everything else per minute.
      const duration = limit === "line-tests" ? 3_600 : 60;
      const options = { keyPrefix: `demarc:limit:${limit}`, points: config[setting], duration };
      return [limit, client ? limiterIn(client, options) : new RateLimiterMemory(options)];
    }),
  );
  return {
    /** Counts one request. Returns how many seconds to wait; undefined if it's within the limit or the store is down. */
    async countRequest(limit: RateLimitName, key: string) {
      try {
        await limiters.get(limit)?.consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
        log.warn({ err: error, limit }, "couldn't check the limits, so the request was let through");
      }
      return undefined;
    },
    close: () => client?.close(),
  };
}

/** The address itself for IPv4, or an IPv6 address's /64 network, because a client can use any address in its /64. */
export function networkOf(text: string): string {
  const address = ipAddressOf(text);
  if (address === "") return "unknown";
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

async function connect(connection: RedisConnection, log: Logger): Promise<RedisClient> {
  // Only loaded here, as in the session service.
  const { createRedisClient } = await import("./session/redis-client.ts");
  const client = createRedisClient(connection);
  // Only `debug`, because each request that couldn't be checked logs a warning.
  void client.open((error) => log.debug({ err: error }, "the store for limits is unavailable"));
  return client;
}

function limiterIn(storeClient: RedisClient, options: IRateLimiterOptions & { readonly points: number }) {
  const limiter = new RateLimiterRedis({
    ...options,
    storeClient,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    // Refuses further requests without asking Redis again.
    inMemoryBlockOnConsumed: options.points,
  });
  return new RLWrapperTimeouts({ limiter, keyPrefix: "", timeoutMs: TIMEOUT_MS });
}
