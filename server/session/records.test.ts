import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TextSet } from "./portal-session.ts";
import { createRecords, SealedValues, type Records } from "./records.ts";
import { RedisBackend } from "./redis-backend.ts";
import { createKeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";

const DAY = 24 * 60 * 60 * 1000;
const ring = createKeyRing(["a secret of this test, long enough"]);

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`records in ${kind.name}`, () => {
    let store: TestStore;
    let backend: SessionBackend;
    let records: Records;
    let now = Date.now();
    let count = 0;
    let name = "";
    const values = () => new SealedValues(backend, ring, () => now);

    beforeAll(async () => {
      store = await kind.start();
      const options = { now: () => now, onFault: () => undefined, log: pino({ enabled: false }) };
      backend = store.address.startsWith("sqlite:")
        ? new SqliteBackend({ file: store.address.slice("sqlite:".length), ...options })
        : new RedisBackend({ url: store.address, ...options });
      await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
      records = createRecords(new SealedValues(backend, ring, () => now));
    });
    afterAll(async () => {
      await backend.close();
      await store.stop();
    });
    beforeEach(() => {
      now = Date.now();
      name = `payment ${(count += 1)}`;
    });

    it("loses no member of a set that two instances change at once; keeps each sealed for its lifetime", async () => {
      const life = 10_000;
      const [here, there] = [values(), values()].map((one) => one.textSet(name, "invoices", life)) as [
        TextSet,
        TextSet,
      ];
      const members = Array.from({ length: 20 }, (_, index) => `member ${index}`);
      await Promise.all(members.map((member, index) => (index % 2 ? here : there).add([member])));
      expect(await here.members()).toEqual(new Set(members));
      expect(await store.everything()).not.toContain("member 1");
      now += life / 2;
      await Promise.all([here.remove(["member 1"]), there.add(["late", "member 2"]), here.remove([])]);
      const remaining = members.filter((member) => member !== "member 1");
      expect(await here.members()).toEqual(new Set([...remaining, "late"]));
      now += life / 2;
      expect(await here.members()).toEqual(new Set(["late", "member 2"]));
      await here.add(["later"]);
      expect(await there.members()).toEqual(new Set(["late", "member 2", "later"]));
    });

    it("keeps the members of a set whose life was longer when they were added", async () => {
      await values().textSet(name, "invoices", DAY).add(["long"]);
      await values().textSet(name, "invoices", 1_000).add(["short"]);
      now += DAY - 1;
      expect(await values().textSet(name, "invoices", 1_000).members()).toEqual(new Set(["long"]));
    });

    it("keeps the newest 10,000 members of a set", async () => {
      const set = values().textSet(name, "invoices", DAY);
      const members = Array.from({ length: 10_001 }, (_, index) => String(index));
      await set.add(members);
      expect(await set.members()).toEqual(new Set(members.slice(1)));
    });

    it("a session's set ends with the session, and isn't begun again by a late request", async () => {
      await backend.change(name, { set: new Map(), expiresAt: now + DAY, endsAt: now + DAY });
      const set = values().textSet(name, "invoices");
      await set.add(["one"]);
      expect(await set.members()).toEqual(new Set(["one"]));
      await backend.end(name);
      await set.add(["late"]);
      await set.remove(["one"]);
      expect(await set.members()).toEqual(new Set());
      expect(await values().change(name, "claim", () => "late")).toBeUndefined();
    });

    it("forgets a value", async () => {
      await records.change(name, () => "begun");
      expect(await records.change<string>(name, () => null)).toBeUndefined();
      expect(await records.find(name)).toBeUndefined();
      expect(await records.change<string>(name, (current) => current ?? "anew")).toBe("anew");
    });

    it("refuses what is too large to be meant, and keeps what there was", async () => {
      await records.change(name, () => "small");
      await expect(records.change(name, () => "x".repeat(3_000_000))).rejects.toThrow(RangeError);
      expect(await records.find(name)).toBe("small");
    });

    it("keeps the last value, sealed", async () => {
      expect(await records.find(name)).toBeUndefined();
      await records.change(name, () => ({ crypt: "first" }));
      await records.change(name, () => ({ crypt: "a-very-secret-crypt" }));
      expect(await records.find(name)).toEqual({ crypt: "a-very-secret-crypt" });
      expect(await store.everything()).not.toContain("a-very-secret-crypt");
    });

    it("finds no value that was sealed with another secret", async () => {
      await records.change(name, () => 1);
      const stranger = createRecords(
        new SealedValues(backend, createKeyRing(["another secret, as long as that"]), () => now),
      );
      expect(await stranger.find(name)).toBeUndefined();
    });

    it("is one for the instances of each step of a rotation of the secrets", async () => {
      const [old, next] = ["the secret of before, long enough", "the secret of now, which is long enough"];
      const steps = [[old], [old, next], [next, old], [next]];
      const [oldest, first, second, last] = steps.map((secrets) =>
        createRecords(new SealedValues(backend, createKeyRing(secrets), () => now)),
      ) as [Records, Records, Records, Records];
      const rolls = [oldest, first, second].flatMap((before, step) => {
        const after = [first, second, last][step]!;
        return [[before, after] as const, [after, before] as const];
      });
      for (const [here, there] of rolls) {
        name = `payment ${(count += 1)}`;
        // Begun here and told there; then here again.
        await here.change(name, () => "begun");
        await here.textSet(name).add(["invoice"]);
        expect([await there.find(name), await there.textSet(name).members()]).toEqual([
          "begun",
          new Set(["invoice"]),
        ]);
        await there.change<string>(name, (begun) => `${begun}, paid`);
        expect(await here.find(name)).toBe("begun, paid");
      }
      // Why there are three steps, and why the last one waits.
      await second.change(name, () => "begun");
      expect(await oldest.find(name)).toBeUndefined();
      await oldest.change(name, () => "begun");
      expect([await second.find(name), await last.find(name)]).toEqual(["begun", undefined]);
    });

    it("loses none of many parallel changes", async () => {
      const changes = Array.from({ length: 20 }, () =>
        records.change<number>(name, (count = 0) => count + 1),
      );
      expect(Math.max(...(await Promise.all(changes)).map(Number))).toBe(20);
      expect(await records.find(name)).toBe(20);
      expect(await records.change<number>(name, () => undefined)).toBe(20);
    });

    it("makes a herd's changes in few writes, and each caller gets what was stored after its own", async () => {
      const write = vi.spyOn(backend, "change");
      const herd = Array.from({ length: 300 }, () => records.change<number>(name, (count = 0) => count + 1));
      expect((await Promise.all(herd)).map(Number)).toEqual(
        Array.from({ length: 300 }, (_, index) => index + 1),
      );
      expect(write.mock.calls.length).toBeLessThan(5);
      vi.restoreAllMocks();
    });

    it("tells every caller when the store is down, and goes on afterwards", async () => {
      vi.spyOn(backend, "load").mockRejectedValueOnce(new Error("down"));
      const changes = [records.change(name, () => 1), records.change<number>(name, (count = 1) => count + 1)];
      expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual([
        "rejected",
        "fulfilled",
      ]);
      expect(await records.find(name)).toBe(2);
      vi.restoreAllMocks();
    });

    it("keeps a changed value for a day after the change", async () => {
      await records.change(name, () => "first");
      now += DAY - 1;
      await records.change(name, () => "second");
      now += DAY - 1;
      expect(await records.find(name)).toBe("second");
      now += 2;
      expect(await records.find(name)).toBeUndefined();
      expect(await records.change<string>(name, (current) => current ?? "anew")).toBe("anew");
      expect(await records.find(name)).toBe("anew");
    });
  });
