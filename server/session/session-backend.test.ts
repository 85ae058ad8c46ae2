import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RedisBackend } from "./redis-backend.ts";
import type { RedisConnection } from "./redis-client.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import type { SqliteFileOptions } from "./sqlite-file.ts";
import { redisKinds } from "./testing/redis-kinds.ts";
import { redisAvailable } from "./testing/redis-server.ts";
import { created, storeKinds, type TestStore } from "./testing/stores.ts";

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

    it("is loaded with all its fields, and updated field by field", async () => {
      expect(await backend.load(id)).toBeUndefined();
      expect(await backend.change(id, created(SESSION))).toBe("saved");
      expect(await backend.load(id)).toEqual(SESSION);
      const set = new Map([
        ["account", "1"],
        ["tokens", "2"],
        ["user", undefined],
        ["unknown", undefined],
      ]);
      expect(await backend.change(id, { set })).toBe("saved");
      expect(await backend.change(id, { set: new Map([["tokens", undefined]]) })).toBe("saved");
      expect(await backend.load(id)).toEqual({ fields: new Map([["account", "1"]]), ...LIFE });
    });

    it("changes nothing unless each expected field has its value", async () => {
      const change = (expected: [string, string | undefined][], expiresAt?: number) =>
        backend.change(id, {
          expect: new Map(expected),
          set: new Map([
            ["account", "1"],
            ["user", undefined],
          ]),
          ...(expiresAt !== undefined && { expiresAt }),
        });
      expect(await change([["user", undefined]])).toBe("ended");
      await backend.change(id, created(SESSION));
      expect(await change([["user", "other"]], 1_500_000)).toBe("changed");
      expect(await change([["user", undefined]])).toBe("changed");
      expect(
        await change([
          ["user", "sealed"],
          ["account", "1"],
        ]),
      ).toBe("changed");
      expect(await backend.load(id)).toEqual(SESSION);
      expect(
        await change(
          [
            ["user", "sealed"],
            ["account", undefined],
          ],
          1_500_000,
        ),
      ).toBe("saved");
      const fields = new Map([["account", "1"]]);
      expect(await backend.load(id)).toEqual({ ...LIFE, fields, expiresAt: 1_500_000 });
    });

    it("gives one of many callers the change that all expect to make", async () => {
      await backend.change(id, created(SESSION));
      const take = (value: string) =>
        backend.change(id, {
          expect: new Map([["held", undefined]]),
          set: new Map([["held", value]]),
        });
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`holder ${index}`)));
      expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill("changed"), "saved"]);
      expect((await backend.load(id))?.fields.get("held")).toBe(`holder ${outcomes.indexOf("saved")}`);
    });

    it("gets a later time-out by a change without fields", async () => {
      await backend.change(id, created(SESSION));
      expect(await backend.change(id, { set: new Map(), expiresAt: 1_500_000 })).toBe("saved");
      expect(await backend.load(id)).toEqual({ ...SESSION, expiresAt: 1_500_000 });
    });

    it("keeps its end and its other fields if it's created again, as by a caller that got no answer", async () => {
      await backend.change(id, created(SESSION));
      const again = { set: new Map([["account", "1"]]), expiresAt: 1_500_000, endsAt: 3_000_000 };
      expect(await backend.change(id, again)).toBe("saved");
      const fields = new Map([...SESSION.fields, ...again.set]);
      expect(await backend.load(id)).toEqual({ ...LIFE, fields, expiresAt: 1_500_000 });
    });

    it("isn't created unless each expected field is absent", async () => {
      const expected = new Map([["user", "sealed"]]);
      expect(await backend.change(id, { ...created(SESSION), expect: expected })).toBe("changed");
      expect(await backend.load(id)).toBeUndefined();
    });

    it("refuses every write after its end, and can't be created again", async () => {
      await backend.change(id, created(SESSION));
      await backend.end(id);
      expect(await backend.change(id, { set: LATE })).toBe("ended");
      expect(await backend.change(id, { set: new Map(), expiresAt: 1_900_000 })).toBe("ended");
      expect(await backend.change(id, created(SESSION))).toBe("ended");
      expect(await backend.load(id)).toBeUndefined();
    });

    it("refuses changes if it was never created", async () => {
      expect(await backend.change(id, { set: LATE })).toBe("ended");
      expect(await backend.load(id)).toBeUndefined();
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
  });
