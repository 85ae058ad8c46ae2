import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RedisBackend } from "./redis-backend.ts";
import type { RedisConnection } from "./redis-client.ts";
import type { MemberBatch, SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import type { SqliteFileOptions } from "./sqlite-file.ts";
import { redisKinds } from "./testing/redis-kinds.ts";
import { redisAvailable } from "./testing/redis-server.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";

const LIFE = { expiresAt: 1_000_000, endsAt: 2_000_000 };
const SESSION = { fields: new Map([["user", "sealed"]]), ...LIFE };
const LATE = new Map([["user", "late"]]);

const backendOf = (
  address: string,
  connection: Partial<RedisConnection>,
  options: Omit<SqliteFileOptions, "file"> & { onFault: () => void },
) =>
  address.startsWith("sqlite:")
    ? new SqliteBackend({ file: address.slice("sqlite:".length), ...options })
    : new RedisBackend({ url: address, ...connection, ...options });

const kinds = [
  ...storeKinds,
  ...redisKinds.map(({ name, start }) => ({
    name,
    available: redisAvailable,
    start: async () => {
      const { connection, stop } = await start();
      return { address: connection.url, connection, stop };
    },
  })),
];

for (const kind of kinds)
  describe.skipIf(!kind.available)(`a session in ${kind.name}`, () => {
    let store: Pick<TestStore, "address" | "stop"> & { connection?: RedisConnection };
    let backend: SessionBackend;
    let now = 0;
    let count = 0;
    let id = "";

    beforeAll(async () => {
      store = await kind.start();
      const options = { now: () => now, onFault: () => undefined, log: pino({ enabled: false }) };
      backend = backendOf(store.address, store.connection ?? {}, options);
      // `usage` asks every server of a Cluster, so all are connected afterwards.
      await vi.waitFor(() => Promise.all([backend.ping(), backend.usage()]), { timeout: 10_000 });
    });
    afterAll(async () => {
      await backend.close();
      await store.stop();
    });
    beforeEach(() => {
      now = 0;
      count += 1;
      id = `session-${count}`;
    });

    async function membersOf(session: string, set: string): Promise<string[]> {
      const members: string[] = [];
      let cursor: string | undefined = "";
      while (cursor !== undefined) {
        const batch: MemberBatch = await backend.members(session, set, cursor);
        members.push(...batch.values);
        cursor = batch.next;
      }
      return members;
    }

    it("is loaded with all its fields, and updated field by field", async () => {
      expect(await backend.load(id)).toBeUndefined();
      expect(await backend.create(id, SESSION)).toBe("saved");
      expect(await backend.load(id)).toEqual(SESSION);
      const set = new Map([
        ["account", "1"],
        ["tokens", "2"],
      ]);
      expect(await backend.update(id, { set, remove: ["user", "unknown"] })).toBe("saved");
      expect(await backend.update(id, { set: new Map(), remove: ["tokens"] })).toBe("saved");
      expect(await backend.load(id)).toEqual({ fields: new Map([["account", "1"]]), ...LIFE });
    });

    it("swaps a field, and sets the time-out, only if the field has the expected value", async () => {
      const swap = (field: string, before: string | undefined, after: string) =>
        backend.swap(id, field, before, after, 1_500_000);
      expect(await swap("user", undefined, "early")).toBe(false);
      await backend.create(id, SESSION);
      expect(await swap("user", "other", "new")).toBe(false);
      expect(await swap("user", undefined, "new")).toBe(false);
      expect(await backend.load(id)).toEqual(SESSION);
      expect(await swap("user", "sealed", "new")).toBe(true);
      expect(await swap("account", undefined, "1")).toBe(true);
      const fields = new Map(Object.entries({ user: "new", account: "1" }));
      expect(await backend.load(id)).toEqual({ ...LIFE, fields, expiresAt: 1_500_000 });
    });

    it("gets a later time-out by a touch", async () => {
      await backend.create(id, SESSION);
      await backend.touch(id, 1_500_000);
      expect(await backend.load(id)).toEqual({ ...SESSION, expiresAt: 1_500_000 });
    });

    it("cannot be created twice", async () => {
      await backend.create(id, SESSION);
      expect(await backend.create(id, { ...SESSION, fields: LATE })).toBe("ended");
      expect(await backend.load(id)).toEqual(SESSION);
    });

    it("refuses every write after its end, and cannot be created again", async () => {
      await backend.create(id, SESSION);
      await backend.claim(id, "claim", "one", 500_000);
      await backend.addMembers(id, "set", new Map([["hash", "sealed"]]));
      await backend.end(id);
      expect(await backend.update(id, { set: LATE, remove: [] })).toBe("ended");
      expect(await backend.create(id, SESSION)).toBe("ended");
      expect(await backend.addMembers(id, "set", new Map([["hash", "late"]]))).toBe("ended");
      expect(await backend.claim(id, "claim", "one", 500_000)).toBe(false);
      await backend.touch(id, 1_900_000);
      expect(await backend.load(id)).toBeUndefined();
      expect(await backend.isClaimed(id, "claim")).toBe(false);
      expect(await membersOf(id, "set")).toEqual([]);
    });

    it("refuses updates and claims if it was never created", async () => {
      expect(await backend.update(id, { set: LATE, remove: [] })).toBe("ended");
      expect(await backend.claim(id, "claim", "one", 500_000)).toBe(false);
      expect(await backend.load(id)).toBeUndefined();
    });

    it("gives the same claim again once it has expired or was released", async () => {
      await backend.create(id, SESSION);
      expect(await backend.claim(id, "renewal", "one", 100)).toBe(true);
      expect(await backend.claim(id, "renewal", "two", 100)).toBe(false);
      expect(await backend.isClaimed(id, "renewal")).toBe(true);
      now = 100;
      expect(await backend.isClaimed(id, "renewal")).toBe(false);
      expect(await backend.claim(id, "renewal", "two", 200)).toBe(true);
      await backend.release(id, "renewal", "two");
      expect(await backend.isClaimed(id, "renewal")).toBe(false);
      expect(await backend.claim(id, "renewal", "one", 200)).toBe(true);
    });

    it("gives a claim to its holder again, and lets only its holder release it, with its field", async () => {
      await backend.create(id, SESSION);
      const [field] = [...SESSION.fields.keys()];
      expect(await backend.claim(id, "once", "one", 500_000)).toBe(true);
      expect(await backend.claim(id, "once", "one", 500_000)).toBe(true);
      await backend.release(id, "once", "two", field);
      expect(await backend.isClaimed(id, "once")).toBe(true);
      expect((await backend.load(id))?.fields).toEqual(SESSION.fields);
      await backend.release(id, "once", "one", field);
      expect(await backend.isClaimed(id, "once")).toBe(false);
      expect((await backend.load(id))?.fields.has(field!)).toBe(false);
      // An answer that got lost makes the holder release it twice: by then it may be another's.
      expect(await backend.claim(id, "once", "two", 500_000)).toBe(true);
      await backend.release(id, "once", "one");
      expect(await backend.isClaimed(id, "once")).toBe(true);
    });

    it("takes quotas up to their limits, and none of them if one is used up", async () => {
      const use = (quota: string, cost: number, limit: number) => ({ quota: `${id} ${quota}`, cost, limit });
      expect(await backend.takeQuota([use("all", 60, 100), use("one", 1, 2)], 1_000)).toBe(true);
      expect(await backend.takeQuota([use("all", 60, 100), use("one", 1, 2)], 1_000)).toBe(false);
      expect(await backend.takeQuota([use("one", 1, 2)], 1_000)).toBe(true);
      expect(await backend.takeQuota([use("all", 40, 100), use("one", 1, 2)], 1_000)).toBe(false);
      expect(await backend.takeQuota([use("all", 40, 100)], 1_000)).toBe(true);
      expect(await backend.takeQuota([use("short", 1, 1)], 50)).toBe(true);
      now = 50;
      await vi.waitFor(async () => expect(await backend.takeQuota([use("short", 1, 1)], 50)).toBe(true));
    });

    it("stores large sets, each name separately, and gives them in batches", async () => {
      await backend.create(id, SESSION);
      const many = new Map(Array.from({ length: 5_000 }, (_, n) => [`hash-${n}`, `sealed-${n}`]));
      await backend.addMembers(id, "invoices", many);
      await backend.addMembers(id, "other", new Map([["hash-1", "other"]]));
      expect((await backend.members(id, "invoices", "")).values.length).toBeLessThan(600);
      expect(new Set(await membersOf(id, "invoices"))).toEqual(new Set(many.values()));
      await backend.removeMembers(id, "invoices", [...many.keys()].slice(1));
      await backend.removeMembers(id, "invoices", []);
      expect(await membersOf(id, "invoices")).toEqual(["sealed-0"]);
      expect(await membersOf(id, "other")).toEqual(["other"]);
    });
  });
