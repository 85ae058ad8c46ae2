import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { pino } from "pino";
import { createRecords, SealedValues, type Records } from "#server/session/records.ts";
import { RedisBackend } from "#server/session/redis-backend.ts";
import { createKeyRing } from "#server/session/seal.ts";
import type { SessionBackend, StoredSession } from "#server/session/session-backend.ts";
import { SqliteBackend } from "#server/session/sqlite-backend.ts";
import { redisAvailable, startRedis } from "./redis-server.ts";

/** A store for one test file. */
export interface TestStore {
  /** In the form of the setting SESSION_STORE. */
  readonly address: string;
  /** The raw contents of the store, as an intruder would read them. */
  everything(): Promise<string>;
  stop(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  readonly available: boolean;
  start(): Promise<TestStore>;
}

/** Both kinds of store: the same tests run with each. */
export const storeKinds: readonly StoreKind[] = [
  { name: "SQLite", available: true, start: startSqlite },
  { name: "Redis", available: redisAvailable, start: startRedisStore },
];

/** The change that creates a session. */
export const created = ({ fields, ...times }: StoredSession) => ({ set: fields, ...times });

/** The records of this store, to be used once `backend` answers a ping. Close `backend` after the test. */
export function openRecords(address: string): { records: Records; backend: SessionBackend } {
  const options = { now: Date.now, onFault: () => undefined, log: pino({ enabled: false }) };
  const backend = address.startsWith("sqlite:")
    ? new SqliteBackend({ file: address.slice("sqlite:".length), ...options })
    : new RedisBackend({ url: address, ...options });
  const ring = createKeyRing(["a secret of this test, long enough"]);
  return { records: createRecords(new SealedValues(backend, ring, Date.now)), backend };
}

async function startSqlite(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), "sessions-test-"));
  return {
    address: `sqlite:${join(directory, "sessions.db")}`,
    async everything() {
      const files = await readdir(directory);
      const contents = await Promise.all(files.map((file) => readFile(join(directory, file), "latin1")));
      return contents.join("\n");
    },
    stop: () => rm(directory, { recursive: true, force: true }),
  };
}

async function startRedisStore(): Promise<TestStore> {
  const server = await startRedis();
  return {
    address: server.url,
    async everything() {
      const client = await createClient({ url: server.url }).connect();
      const keys = await client.keys("*");
      const values = await Promise.all(
        keys.map(async (key) =>
          (await client.type(key)) === "hash" ? client.hGetAll(key) : client.get(key),
        ),
      );
      client.destroy();
      return JSON.stringify([keys, values]);
    },
    stop: () => server.stop(),
  };
}
