import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { redisAvailable, startRedis } from "./redis-server.ts";

/** A store for one test file. */
export interface TestStore {
  /** As SESSION_STORE names it. */
  readonly address: string;
  /** All that it holds, as an intruder would read it. */
  everything(): Promise<string>;
  stop(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  readonly available: boolean;
  start(): Promise<TestStore>;
}

/** Both stores that sessions can live in: the same tests run over each. */
export const storeKinds: readonly StoreKind[] = [
  { name: "SQLite", available: true, start: startSqlite },
  { name: "Redis", available: redisAvailable, start: startRedisStore },
];

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
