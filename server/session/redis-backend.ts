import { setTimeout as sleep } from "node:timers/promises";
import { formerRedis, formerRedisKeys } from "./former-store.ts";
import { SessionStoreUnavailable, type SessionEvent } from "./portal-session.ts";
import { createRedisClient, type RedisClient, type RedisConnection } from "./redis-client.ts";
import {
  TOMBSTONE_MS,
  type QuotaUse,
  type SessionBackend,
  type SessionChange,
  type StoredSession,
  type StoreUsage,
  type WriteOutcome,
} from "./session-backend.ts";

/** Lua scripts that make each of the Redis backend's writes atomic. `KEYS`, all in one cluster slot: the session, its tombstone. */

/** ARGV: time to live ('' to keep it), the end ('' to create nothing), how many of the rest say what's expected; then field, value ('' for none) … */
const CHANGE = `
local mayCreate = ARGV[2] ~= '' and redis.call('EXISTS', KEYS[2]) == 0
if redis.call('EXISTS', KEYS[1]) == 0 and not mayCreate then return 'ended' end
local set = 4 + ARGV[3]
for i = 4, set - 1, 2 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') ~= ARGV[i + 1] then return 'changed' end
end
if mayCreate then redis.call('HSETNX', KEYS[1], '@endsAt', ARGV[2]) end
for i = set, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
if ARGV[1] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 'saved'`;

/** Further KEYS: what else to delete. ARGV: the tombstone's time to live. */
const END = `
redis.call('DEL', KEYS[1], unpack(KEYS, 3))
redis.call('SET', KEYS[2], '1', 'PX', ARGV[1])
return 1`;

/** `KEYS`: the quotas, all in one cluster slot. ARGV: time to live, then each quota's cost and limit. */
const TAKE_QUOTA = `
for i, key in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', key) or '0')
  if used + tonumber(ARGV[2 * i]) > tonumber(ARGV[2 * i + 1]) then return 0 end
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[2 * i])
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 1`;

const CHANNEL = "demarc:session-events";
/** Stored beside the sealed fields, whose names never begin with `@`. */
const EXPIRES_AT = "@expiresAt";
const ENDS_AT = "@endsAt";
/** Redis counts as down if it hasn't answered by then, counted in ticks, because a blocked loop misses them. */
const COMMAND_MS = 1_000;
const COMMAND_TICKS = 10;
/** We replace a connection that hasn't answered for this long: after a reply that it can't read, it waits for ever. */
const DEAF_MS = 3_000;
/** How long to pause before trying to subscribe again. */
const SUBSCRIBE_RETRY_MS = 500;
/** Redis deletes a session this long after its time-out, because callers' clocks may differ. */
const SLACK_MS = 60_000;

export interface RedisBackendOptions extends RedisConnection {
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onEvent?: (event: SessionEvent) => void;
}

/**
 * Sessions in Redis 6.2 or newer, for several instances: a single server, servers behind Sentinels, or a Cluster. A
 * command's keys have the same hash tag (`{…}`), which puts them in the same Cluster slot.
 */
export class RedisBackend implements SessionBackend {
  readonly #now: () => number;
  readonly #onFault: (error: unknown) => void;
  readonly #client: RedisClient;
  readonly #subscriber: RedisClient;
  readonly former;
  /** Since when Redis hasn't answered, not counting time in which our loop was blocked. */
  #unansweredSince: number | undefined;
  #closed = false;

  constructor({ now, onFault, onEvent, ...connection }: RedisBackendOptions) {
    this.#now = now;
    this.#onFault = onFault;
    this.#client = createRedisClient(connection);
    this.#subscriber = createRedisClient(connection);
    this.former = formerRedis((command) => this.#ask(() => command(this.#client)), now);
    void this.#client.open(onFault);
    if (onEvent) void this.#subscriber.open(onFault).then(() => this.#listen(onEvent));
  }

  async load(id: string): Promise<StoredSession | undefined> {
    const all = await this.#ask(() => this.#client.hGetAll(sessionKey(id)));
    const { [EXPIRES_AT]: expiresAt, [ENDS_AT]: endsAt, ...fields } = all;
    if (expiresAt === undefined || endsAt === undefined) return undefined;
    return { fields: new Map(Object.entries(fields)), expiresAt: Number(expiresAt), endsAt: Number(endsAt) };
  }

  async change(id: string, { expect = new Map(), set, expiresAt, endsAt }: SessionChange) {
    const expected = namesAndValues(expect);
    const written = namesAndValues(expiresAt === undefined ? set : [...set, [EXPIRES_AT, String(expiresAt)]]);
    const timeToLive = expiresAt === undefined ? "" : Math.max(1, expiresAt - this.#now() + SLACK_MS);
    const values = [timeToLive, endsAt ?? "", expected.length, ...expected, ...written].map(String);
    return (await this.#run(CHANGE, keysOf(id), values)) as WriteOutcome;
  }

  async end(id: string): Promise<void> {
    await this.#run(END, [...keysOf(id), ...formerRedisKeys(id)], [String(TOMBSTONE_MS)]);
  }

  async takeQuota(quotas: readonly QuotaUse[], lifeMs: number): Promise<boolean> {
    const keys = quotas.map(({ quota }) => `demarc:{shares}:${quota}`);
    const values = quotas.flatMap(({ cost, limit }) => [String(cost), String(limit)]);
    return (await this.#run(TAKE_QUOTA, keys, [String(lifeMs), ...values])) === 1;
  }

  async publish(event: SessionEvent): Promise<void> {
    await this.#ask(() => this.#client.publish(CHANNEL, JSON.stringify(event)));
  }

  async ping(): Promise<void> {
    // Not PING, which a full Redis or a read-only replica answers too. By a script, because that's how sessions are written.
    await this.#run("return redis.call('SET', KEYS[1], '1', 'EX', 60)", ["demarc:ready"], []);
  }

  async usage(): Promise<StoreUsage> {
    const reports = await this.#ask(() => this.#client.memoryReports());
    const usages = reports.map((report) => {
      const bytesOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(report)?.[1] ?? 0);
      return { bytes: bytesOf("used_memory"), limit: bytesOf("maxmemory") };
    });
    // With several servers, the fullest, because it's the first to refuse writes.
    const fillRatio = ({ bytes, limit }: StoreUsage) => (limit > 0 ? bytes / limit : 0);
    return usages.reduce((fullest, next) => (fillRatio(next) > fillRatio(fullest) ? next : fullest));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const client of [this.#client, this.#subscriber]) client.close();
  }

  #run(script: string, keys: string[], values: readonly string[]): Promise<unknown> {
    return this.#ask(() => this.#client.eval(script, { keys, arguments: [...values] }));
  }

  /** Throws SessionStoreUnavailable on an error or if no answer comes in time. */
  async #ask<T>(command: () => Promise<T>): Promise<T> {
    let ticks = 0;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      // Timers run before sockets are read, so after a busy moment an answer may have already arrived.
      const giveUp = () => reject(new NoAnswer(`No reply within ${COMMAND_MS} ms.`));
      timer = setInterval(() => {
        if ((ticks += 1) === COMMAND_TICKS) setImmediate(giveUp);
      }, COMMAND_MS / COMMAND_TICKS);
    });
    try {
      // A command queued until there's a new primary would be sent after its caller has given up.
      if (!this.#client.isReady) throw new Error("Not connected.");
      const answer = await Promise.race([command(), timeout]);
      this.#unansweredSince = undefined;
      return answer;
    } catch (cause) {
      if (cause instanceof NoAnswer) this.#unansweredSince ??= performance.now() - COMMAND_MS;
      if (this.#client.isReady && this.#isUseless(cause)) {
        this.#unansweredSince = undefined;
        this.#client.reopen().catch(this.#onFault);
      }
      throw new SessionStoreUnavailable("Redis cannot be used.", { cause });
    } finally {
      clearInterval(timer);
    }
  }

  /** Whether only a new connection can help: the server has become a replica, or it has stopped answering. */
  #isUseless(cause: unknown): boolean {
    if (cause instanceof NoAnswer) return performance.now() - (this.#unansweredSince ?? Infinity) > DEAF_MS;
    return cause instanceof Error && cause.message.startsWith("READONLY");
  }

  /** Subscribes to session events, just once, because the client subscribes again whenever it reconnects. */
  async #listen(onEvent: (event: SessionEvent) => void): Promise<void> {
    while (!this.#closed) {
      try {
        return await this.#subscriber.subscribe(CHANNEL, (message) => {
          const event = parseEvent(message);
          if (event) onEvent(event);
        });
      } catch (error) {
        this.#onFault(error);
        await sleep(SUBSCRIBE_RETRY_MS, undefined, { ref: false });
      }
    }
  }
}

class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** In the order that the scripts read; '' means no value, because sealed values are never empty. */
const namesAndValues = (fields: Iterable<readonly [string, string | undefined]>) =>
  [...fields].flatMap(([field, value = ""]) => [field, value]);

/** The keys of a session, in the order of the scripts' `KEYS`. */
const keysOf = (id: string) => [sessionKey(id), `demarc:{${id}}:ended`];
const sessionKey = (id: string) => `demarc:{${id}}:session`;

/** Parses an event; undefined if only another build of the portal knows it. */
function parseEvent(message: string): SessionEvent | undefined {
  try {
    const { kind, handle } = JSON.parse(message) as Partial<Record<string, unknown>>;
    const isKnownKind = kind === "ended" || kind === "account-changed";
    return isKnownKind && typeof handle === "string" ? { kind, handle } : undefined;
  } catch {
    return undefined;
  }
}
