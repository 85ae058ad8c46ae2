/**
 * Delete this file, former-kept.ts and former-payments.server.ts in the next release, with whatever doesn't compile
 * without them. Builds until 27 November 2026 kept claims and sets beside a session's fields, and couldn't open
 * anything sealed with a record's own key. While instances of both builds run, this one makes their claims too, and
 * uses their sets: reading one copies it to where this release keeps it. Account notes (up to 180 days) that nobody has
 * opened since are lost with this file.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TextSet } from "./portal-session.ts";
import type { RedisClient } from "./redis-client.ts";
import type { KeyRing } from "./seal.ts";
import { storeKey, type FormerStore, type SessionBackend } from "./session-backend.ts";
import type { SqliteFile } from "./sqlite-file.ts";

const BATCH_SIZE = 250;
/** A larger set must be one that an earlier build didn't limit. */
const MAX_COPIED = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export const FORMER_SCHEMA = `
  CREATE TABLE IF NOT EXISTS claim (id TEXT, name TEXT, until INTEGER NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS member (id TEXT, list TEXT, hash TEXT, value TEXT NOT NULL, PRIMARY KEY (id, list, hash)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claim_expiry ON claim (until);
`;
export const FORMER_STATEMENTS = {
  formerAlive: `SELECT 1 FROM session WHERE id = ?`,
  claim: `INSERT INTO claim (id, name, until) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET until = excluded.until`,
  isClaimed: `SELECT 1 FROM claim WHERE id = ? AND name = ? AND until > ?`,
  release: `DELETE FROM claim WHERE id = ? AND name = ?`,
  addMember: `INSERT INTO member (id, list, hash, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  removeMember: `DELETE FROM member WHERE id = ? AND list = ? AND hash = ?`,
  members: `SELECT hash, value FROM member WHERE id = ? AND list = ? AND hash > ? ORDER BY hash LIMIT ${BATCH_SIZE}`,
} as const;
export const FORMER_TABLES = ["claim", "member"] as const;

export function formerSqlite(
  file: SqliteFile<keyof typeof FORMER_STATEMENTS>,
  now: () => number,
): FormerStore {
  /** Each claim has a second one beside it with its holder's name, which ends with it. */
  const heldBy = (holder: string, name: string) => `${name} ${holder}`;
  return {
    claim: (id, name, holder, until) =>
      file.write(({ statements }) => {
        const isHeld = (claimed: string) => statements.isClaimed.get(id, claimed, now()) !== undefined;
        const isOthers = isHeld(name) && !isHeld(heldBy(holder, name));
        if (!statements.formerAlive.get(id) || isOthers) return false;
        for (const claimed of [name, heldBy(holder, name)]) statements.claim.run(id, claimed, until);
        return true;
      }),
    isClaimed: (id, name) =>
      file.read(({ statements }) => statements.isClaimed.get(id, name, now()) !== undefined),
    release: (id, name, holder) =>
      file.write(({ statements }) => {
        if (!statements.isClaimed.get(id, heldBy(holder, name), now())) return;
        for (const claimed of [name, heldBy(holder, name)]) statements.release.run(id, claimed);
      }),
    addMembers: (id, set, members) =>
      file.write(({ statements }) => {
        if (!statements.formerAlive.get(id)) return;
        for (const [hash, value] of members) statements.addMember.run(id, set, hash, value);
      }),
    removeMembers: (id, set, hashes) =>
      file.write(({ statements }) => {
        for (const hash of hashes) statements.removeMember.run(id, set, hash);
      }),
    async members(id, set) {
      const values: string[] = [];
      for (let last: string | undefined = ""; last !== undefined;) {
        const after: string = last;
        const rows = await file.read(({ statements }) => statements.members.all(id, set, after));
        values.push(...rows.map(({ value }) => String(value)));
        last = rows.length < BATCH_SIZE ? undefined : String(rows.at(-1)?.hash);
        if (last !== undefined) await nextTurn();
      }
      return values;
    },
  };
}

/** KEYS: session, claims. ARGV: name, holder, until, now, time to live. */
const CLAIM = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local held, holder = unpack(redis.call('HMGET', KEYS[2], ARGV[1], ARGV[1] .. ' holder'))
if held and tonumber(held) > tonumber(ARGV[4]) and holder ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3], ARGV[1] .. ' holder', ARGV[2])
redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[2]), tonumber(ARGV[5])))
return 1`;
/** KEYS: session, claims. ARGV: name, holder. */
const RELEASE = `
if redis.call('HGET', KEYS[2], ARGV[1] .. ' holder') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1], ARGV[1] .. ' holder')
return 1`;
/** KEYS: session, sets. ARGV: now, member, value, member, value … */
const ADD_MEMBERS = `
local ends = redis.call('HGET', KEYS[1], '@endsAt')
if not ends then return 0 end
for i = 2, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[2], math.max(1, tonumber(ends) - tonumber(ARGV[1])))
return 1`;

const redisKeys = (id: string) => ({
  session: `demarc:{${id}}:session`,
  claims: `demarc:{${id}}:claims`,
  sets: `demarc:{${id}}:sets`,
});
/** The keys to delete as well when a session ends. */
export const formerRedisKeys = (id: string) => [redisKeys(id).claims, redisKeys(id).sets];

export function formerRedis(
  ask: <T>(command: (client: RedisClient) => Promise<T>) => Promise<T>,
  now: () => number,
): FormerStore {
  const run = async (script: string, keys: string[], values: readonly (string | number)[]) =>
    (await ask((client) => client.eval(script, { keys, arguments: values.map(String) }))) === 1;
  return {
    claim(id, name, holder, until) {
      const { session, claims } = redisKeys(id);
      return run(CLAIM, [session, claims], [name, holder, until, now(), Math.max(1, until - now() + 60_000)]);
    },
    async isClaimed(id, name) {
      const until = await ask((client) => client.hGet(redisKeys(id).claims, name));
      return until !== null && Number(until) > now();
    },
    async release(id, name, holder) {
      const { session, claims } = redisKeys(id);
      await run(RELEASE, [session, claims], [name, holder]);
    },
    async addMembers(id, set, members) {
      const { session, sets } = redisKeys(id);
      const added = [...members].flatMap(([hash, value]) => [`${set}:${hash}`, value]);
      await run(ADD_MEMBERS, [session, sets], [now(), ...added]);
    },
    async removeMembers(id, set, hashes) {
      const removed = hashes.map((hash) => `${set}:${hash}`);
      if (removed.length > 0) await ask((client) => client.hDel(redisKeys(id).sets, removed));
    },
    async members(id, set) {
      const values: string[] = [];
      for (let next: string | undefined = "0"; next !== undefined;) {
        const from: string = next;
        const scan = (client: RedisClient) => client.hScan(redisKeys(id).sets, from, { COUNT: BATCH_SIZE });
        const { entries, cursor } = await ask(scan);
        values.push(...entries.flatMap(({ field, value }) => (field.startsWith(`${set}:`) ? [value] : [])));
        next = cursor === "0" ? undefined : cursor;
        if (next !== undefined) await nextTurn();
      }
      return values;
    },
  };
}

/** Claims and sets from former builds, by name. In the store the names are hashes, and members are sealed. */
export class Former {
  readonly #backend: SessionBackend;
  readonly #ring: KeyRing;
  readonly #now: () => number;

  constructor(backend: SessionBackend, ring: KeyRing, now: () => number) {
    this.#backend = backend;
    this.#ring = ring;
    this.#now = now;
  }

  /** A record's claim. True for one holder, for a day or until it's released. */
  async claim(name: string, holder: string): Promise<boolean> {
    const id = storeKey(`vault ${name}`);
    const until = this.#now() + DAY_MS;
    await this.#backend.create(id, { fields: new Map(), expiresAt: until, endsAt: until });
    return this.#backend.former.claim(id, "once", holder, until);
  }

  isClaimed(name: string): Promise<boolean> {
    return this.#backend.former.isClaimed(storeKey(`vault ${name}`), "once");
  }

  release(name: string, holder: string): Promise<void> {
    return this.#backend.former.release(storeKey(`vault ${name}`), "once", holder);
  }

  claimInSession(key: string, name: string, holder: string, until: number): Promise<boolean> {
    return this.#backend.former.claim(key, hash(key, "claim", name), holder, until);
  }

  releaseInSession(key: string, name: string, holder: string): Promise<void> {
    return this.#backend.former.release(key, hash(key, "claim", name), holder);
  }

  sessionSet(key: string, set: string): TextSet {
    const context = { session: key, field: `set:${set}`, version: 1 };
    const store = this.#backend.former;
    return {
      add: (members) => {
        const sealed = members.map(
          (member) => [hash(key, set, member), this.#ring.seal(member, context)] as const,
        );
        return store.addMembers(key, set, new Map(sealed));
      },
      remove: (members) =>
        store.removeMembers(
          key,
          set,
          members.map((member) => hash(key, set, member)),
        ),
      members: async () => {
        const opened = new Set<string>();
        const sealed = await store.members(key, set);
        for (const [index, value] of sealed.entries()) {
          if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn();
          const member = this.#ring.open(value, context);
          if (typeof member === "string") opened.add(member);
        }
        return opened;
      },
    };
  }

  /** A set outside any session. Adds members to the current period's record, and reads from that and the previous one. */
  lastingSet(name: string, lifeMs: number): TextSet {
    const isOfSessions = name.startsWith("sessions of ");
    const set = isOfSessions ? "sessions" : "members";
    const prefix = isOfSessions ? name : `vault ${name}`;
    const [spanMs, ...otherSpansMs] = isOfSessions
      ? lifeMs > DAY_MS
        ? [7 * DAY_MS, DAY_MS]
        : [DAY_MS, 7 * DAY_MS]
      : [lifeMs];
    const keyOf = (ms: number, before = 0) => storeKey(`${prefix} ${Math.floor(this.#now() / ms) - before}`);
    const sets = [spanMs, ...otherSpansMs].flatMap((ms) =>
      [0, 1].map((before) => this.sessionSet(keyOf(ms, before), set)),
    );
    return {
      add: async (members) => {
        const endsAt = (Math.floor(this.#now() / spanMs) + 2) * spanMs;
        await this.#backend.create(keyOf(spanMs), { fields: new Map(), expiresAt: endsAt, endsAt });
        await this.sessionSet(keyOf(spanMs), set).add(members);
      },
      remove: async (members) => void (await Promise.all(sets.map((one) => one.remove(members)))),
      members: async () => {
        const found = await Promise.all(sets.map((one) => one.members()));
        return new Set(found.flatMap((members) => [...members]));
      },
    };
  }
}

/** Other instances still change the former build's set, so reading this one first copies it from there. */
export function withFormer(set: TextSet, former: TextSet): TextSet {
  return {
    async add(members) {
      await former.add(members);
      await set.add(members);
    },
    async remove(members) {
      await former.remove(members);
      await set.remove(members);
    },
    async members() {
      const here = await set.members();
      // Read second, because additions are written there first: what's only here has been removed.
      const there = await former.members();
      // Once its reader has cut it.
      if (there.size > MAX_COPIED) return there;
      try {
        await set.remove([...here].filter((member) => !there.has(member)));
        await set.add([...there].filter((member) => !here.has(member)));
      } catch {
        // What we've read counts; the next read copies it.
      }
      return there;
    },
  };
}

function hash(key: string, kind: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([key, kind, name]))
    .digest("base64url");
}
