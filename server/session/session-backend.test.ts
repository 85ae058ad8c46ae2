import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RedisBackend } from "./redis-backend.ts";
import type { RedisConnection } from "./redis-client.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import { redisKinds } from "./testing/redis-kinds.ts";
import { redisAvailable } from "./testing/redis-server.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";

const LIFE = { expiresAt: 1_000_000, endsAt: 2_000_000 };
const SESSION = { fields: new Map([["user", "sealed"]]), ...LIFE };
const LATE = new Map([["user", "late"]]);

const backendOf = (
  address: string,
  place: Partial<RedisConnection>,
  options: Omit<ConstructorParameters<typeof SqliteBackend>[0], "file">,
) =>
  address.startsWith("sqlite:")
    ? new SqliteBackend({ file: address.slice("sqlite:".length), ...options })
    : new RedisBackend({ url: address, ...place, ...options });

const kinds = [
  ...storeKinds,
  ...redisKinds.map(({ name, start }) => ({
    name,
    available: redisAvailable,
    start: async () => {
      const { place, stop } = await start();
      return { address: place.url, place, stop };
    },
  })),
];

for (const kind of kinds)
  describe.skipIf(!kind.available)(`a session kept in ${kind.name}`, () => {
    let store: Pick<TestStore, "address" | "stop"> & { place?: RedisConnection };
    let backend: SessionBackend;
    let now = 0;
    let count = 0;
    let id = "";

    beforeAll(async () => {
      store = await kind.start();
      const options = { now: () => now, onFault: () => undefined, onBroken: () => undefined };
      backend = backendOf(store.address, store.place ?? {}, options);
      // Of a Cluster each server is asked for its usage: all are connected then.
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

    it("is given back whole, and changed field by field", async () => {
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

    it("changes a field only where it still holds what was seen, and its time-out with it", async () => {
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

    it("lives on with a later time-out when it is touched", async () => {
      await backend.create(id, SESSION);
      await backend.touch(id, 1_500_000);
      expect(await backend.load(id)).toEqual({ ...SESSION, expiresAt: 1_500_000 });
    });

    it("is created once", async () => {
      await backend.create(id, SESSION);
      expect(await backend.create(id, { ...SESSION, fields: LATE })).toBe("ended");
      expect(await backend.load(id)).toEqual(SESSION);
    });

    it("refuses every write after its end, and cannot be made again", async () => {
      await backend.create(id, SESSION);
      await backend.claim(id, "claim", 500_000);
      await backend.addMembers(id, "set", new Map([["hash", "sealed"]]));
      await backend.end(id);
      expect(await backend.update(id, { set: LATE, remove: [] })).toBe("ended");
      expect(await backend.create(id, SESSION)).toBe("ended");
      expect(await backend.addMembers(id, "set", new Map([["hash", "late"]]))).toBe("ended");
      expect(await backend.claim(id, "claim", 500_000)).toBe(false);
      await backend.touch(id, 1_900_000);
      expect(await backend.load(id)).toBeUndefined();
      expect(await backend.isClaimed(id, "claim")).toBe(false);
      expect(await backend.members(id, "set")).toEqual([]);
    });

    it("refuses changes where it never was", async () => {
      expect(await backend.update(id, { set: LATE, remove: [] })).toBe("ended");
      expect(await backend.claim(id, "claim", 500_000)).toBe(false);
      expect(await backend.load(id)).toBeUndefined();
    });

    it("gives a claim again when its time is over or it was released", async () => {
      await backend.create(id, SESSION);
      expect(await backend.claim(id, "renewal", 100)).toBe(true);
      expect(await backend.claim(id, "renewal", 100)).toBe(false);
      expect(await backend.isClaimed(id, "renewal")).toBe(true);
      now = 100;
      expect(await backend.isClaimed(id, "renewal")).toBe(false);
      expect(await backend.claim(id, "renewal", 200)).toBe(true);
      await backend.release(id, "renewal");
      expect(await backend.isClaimed(id, "renewal")).toBe(false);
      expect(await backend.claim(id, "renewal", 200)).toBe(true);
    });

    it("gives out a share up to its limit, and of none where one is used up", async () => {
      const part = (quota: string, cost: number, limit: number) => ({ quota: `${id} ${quota}`, cost, limit });
      expect(await backend.takeQuota([part("all", 60, 100), part("one", 1, 2)], 1_000)).toBe(true);
      expect(await backend.takeQuota([part("all", 60, 100), part("one", 1, 2)], 1_000)).toBe(false);
      expect(await backend.takeQuota([part("one", 1, 2)], 1_000)).toBe(true);
      expect(await backend.takeQuota([part("all", 40, 100), part("one", 1, 2)], 1_000)).toBe(false);
      expect(await backend.takeQuota([part("all", 40, 100)], 1_000)).toBe(true);
      expect(await backend.takeQuota([part("short", 1, 1)], 50)).toBe(true);
      now = 50;
      await vi.waitFor(async () => expect(await backend.takeQuota([part("short", 1, 1)], 50)).toBe(true));
    });

    it("keeps large sets, each by its name", async () => {
      await backend.create(id, SESSION);
      const many = new Map(Array.from({ length: 5_000 }, (_, n) => [`hash-${n}`, `sealed-${n}`]));
      await backend.addMembers(id, "invoices", many);
      await backend.addMembers(id, "other", new Map([["hash-1", "other"]]));
      await backend.removeMembers(id, "invoices", [...many.keys()].slice(1));
      await backend.removeMembers(id, "invoices", []);
      expect(await backend.members(id, "invoices")).toEqual(["sealed-0"]);
      expect(await backend.members(id, "other")).toEqual(["other"]);
    });
  });
