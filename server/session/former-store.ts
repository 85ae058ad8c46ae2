/** Delete this file in the next release, together with former.ts. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RedisClient } from "./redis-client.ts";
import type { SqliteFile } from "./sqlite-file.ts";

export const BATCH_SIZE = 250;
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

export type FormerStore = ReturnType<typeof formerSqlite>;

/** A session's or another record's claims and sets. */
export function formerSqlite(file: SqliteFile<keyof typeof FORMER_STATEMENTS>, now: () => number) {
  /** Each claim has a second one beside it with its holder's name, which ends with it. */
  const heldBy = (holder: string, name: string) => `${name} ${holder}`;
  return {
    claim: (id: string, name: string, holder: string, until: number) =>
      file.write(({ statements }) => {
        const isHeld = (claimed: string) => statements.isClaimed.get(id, claimed, now()) !== undefined;
        const isOthers = isHeld(name) && !isHeld(heldBy(holder, name));
        if (!statements.formerAlive.get(id) || isOthers) return false;
        for (const claimed of [name, heldBy(holder, name)]) statements.claim.run(id, claimed, until);
        return true;
      }),
    isClaimed: (id: string, name: string, butBy = "") =>
      file.read(({ statements }) => {
        const isHeld = (claimed: string) => statements.isClaimed.get(id, claimed, now()) !== undefined;
        return isHeld(name) && !isHeld(heldBy(butBy, name));
      }),
    release: (id: string, name: string, holder: string) =>
      file.write(({ statements }) => {
        if (!statements.isClaimed.get(id, heldBy(holder, name), now())) return;
        for (const claimed of [name, heldBy(holder, name)]) statements.release.run(id, claimed);
      }),
    addMembers: (id: string, set: string, members: ReadonlyMap<string, string>) =>
      file.write(({ statements }) => {
        if (!statements.formerAlive.get(id)) return;
        for (const [hash, value] of members) statements.addMember.run(id, set, hash, value);
      }),
    removeMembers: (id: string, set: string, hashes: readonly string[]) =>
      file.write(({ statements }) => {
        for (const hash of hashes) statements.removeMember.run(id, set, hash);
      }),
    /** Lets the event loop run after each batch. */
    async members(id: string, set: string): Promise<readonly string[]> {
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
    async isClaimed(id, name, butBy = "") {
      const get = (field: string) => ask((client) => client.hGet(redisKeys(id).claims, field));
      const [until, holder] = await Promise.all([get(name), get(`${name} holder`)]);
      return Number(until) > now() && holder !== butBy;
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
