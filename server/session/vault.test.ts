import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RedisBackend } from "./redis-backend.ts";
import { createKeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import { createVault, type Vault } from "./vault.ts";

const DAY = 24 * 60 * 60 * 1000;
const ring = createKeyRing(["a secret of this test, long enough"]);

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`a vault in ${kind.name}`, () => {
    let store: TestStore;
    let backend: SessionBackend;
    let vault: Vault;
    let now = Date.now();
    let count = 0;
    let name = "";

    beforeAll(async () => {
      store = await kind.start();
      const options = { now: () => now, onFault: () => undefined, log: pino({ enabled: false }) };
      backend = store.address.startsWith("sqlite:")
        ? new SqliteBackend({ file: store.address.slice("sqlite:".length), ...options })
        : new RedisBackend({ url: store.address, ...options });
      await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
      vault = createVault(backend, ring, () => now);
    });
    afterAll(async () => {
      await backend.close();
      await store.stop();
    });
    beforeEach(() => {
      now = Date.now();
      name = `payment ${(count += 1)}`;
    });

    it("gives a claim to one of many callers", async () => {
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => vault.claim(name, `holder ${index}`)),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await vault.isClaimed(name)).toBe(true);
    });

    it("gives the claim again after its release", async () => {
      await vault.claim(name, "one");
      await vault.release(name, "one");
      expect(await vault.isClaimed(name)).toBe(false);
      expect(await vault.claim(name, "one")).toBe(true);
    });

    it("forgets the value with the claim's release", async () => {
      await vault.claim(name, "one");
      await vault.set(name, { state: "unknown" });
      await vault.release(name, "one");
      expect(await vault.find(name)).toBeUndefined();
    });

    it("a claim that is made again protects for its whole day, and its value lasts as long", async () => {
      await vault.claim(name, "one");
      await vault.release(name, "one");
      now += DAY - 1;
      expect(await vault.claim(name, "two")).toBe(true);
      await vault.set(name, "kept");
      now += DAY - 1;
      expect(await vault.find(name)).toBe("kept");
      // Together they last longer than the millisecond that an end of the first day would leave in Redis.
      for (let tries = 0; tries < 20; tries += 1) expect(await vault.claim(name, "three")).toBe(false);
    });

    it("gives a claim to one of many callers also just after its day is over", async () => {
      await vault.claim(name, "one");
      now += DAY + 10_000;
      const claims: boolean[] = [];
      for (let tries = 0; tries < 20; tries += 1) claims.push(await vault.claim(name, `caller ${tries}`));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    it("loses no member of a set that two instances change at once; keeps each sealed for its lifetime", async () => {
      const life = 10_000;
      now = Math.ceil(now / life) * life + life - 1;
      const members = Array.from({ length: 20 }, (_, index) => `member ${index}`);
      const other = createVault(backend, ring, () => now);
      await Promise.all(
        members.map((member, index) => (index % 2 ? vault : other).longLivedSet(name, life).add(member)),
      );
      expect(await vault.longLivedSet(name, life).members()).toEqual(new Set(members));
      expect(await store.everything()).not.toContain("member 1");
      now += life;
      await Promise.all([
        vault.longLivedSet(name, life).remove(["member 1"]),
        other.longLivedSet(name, life).add("late"),
      ]);
      const remaining = members.filter((member) => member !== "member 1");
      expect(await vault.longLivedSet(name, life).members()).toEqual(new Set([...remaining, "late"]));
      now += life;
      expect(await vault.longLivedSet(name, life).members()).toEqual(new Set(["late"]));
    });

    it("keeps the last value, sealed", async () => {
      expect(await vault.find(name)).toBeUndefined();
      await vault.claim(name, "one");
      await vault.set(name, { crypt: "first" });
      await vault.set(name, { crypt: "a-very-secret-crypt" });
      expect(await vault.find(name)).toEqual({ crypt: "a-very-secret-crypt" });
      expect(await store.everything()).not.toContain("a-very-secret-crypt");
    });

    it("finds no value that was sealed with another secret", async () => {
      await vault.claim(name, "one");
      await vault.set(name, 1);
      const stranger = createVault(backend, createKeyRing(["another secret, as long as that"]), () => now);
      expect(await stranger.find(name)).toBeUndefined();
    });

    it("is one for the instances of each step of a rotation of the secrets", async () => {
      const [old, next] = ["the secret of before, long enough", "the secret of now, which is long enough"];
      const steps = [[old], [old, next], [next, old], [next]];
      const [oldest, first, second, last] = steps.map((secrets) =>
        createVault(backend, createKeyRing(secrets), () => now),
      ) as [Vault, Vault, Vault, Vault];
      const rolls = [oldest, first, second].flatMap((before, step) => {
        const after = [first, second, last][step]!;
        return [[before, after] as const, [after, before] as const];
      });
      for (const [here, there] of rolls) {
        name = `payment ${(count += 1)}`;
        // Begun here and told there; then here again.
        await here.set(name, "begun");
        await here.longLivedSet(name).add("invoice");
        expect([await there.find(name), await there.longLivedSet(name).members()]).toEqual([
          "begun",
          new Set(["invoice"]),
        ]);
        await there.claim(name, "there");
        await there.change<string>(name, (begun) => `${begun}, paid`);
        expect([await here.claim(name, "here"), await here.find(name)]).toEqual([false, "begun, paid"]);
      }
      // Why there are three steps, and why the last one waits.
      await second.set(name, "begun");
      expect(await oldest.find(name)).toBeUndefined();
      await oldest.set(name, "begun");
      expect([await second.find(name), await last.find(name)]).toEqual(["begun", undefined]);
    });

    it("loses none of many parallel changes", async () => {
      const changes = Array.from({ length: 20 }, () => vault.change<number>(name, (count = 0) => count + 1));
      expect(Math.max(...(await Promise.all(changes)).map(Number))).toBe(20);
      expect(await vault.find(name)).toBe(20);
      expect(await vault.change<number>(name, () => undefined)).toBe(20);
    });

    it("makes a change in a single write, so that it cannot fail half done", async () => {
      await vault.set(name, "first");
      const faulty = new Proxy(backend, {
        get(target, method: keyof SessionBackend) {
          if (method === "touch") return () => Promise.reject(new Error("down"));
          return target[method].bind(target);
        },
      });
      expect(await createVault(faulty, ring, () => now).change(name, () => "second")).toBe("second");
    });

    it("keeps a changed value for a day after the change", async () => {
      await vault.set(name, "first");
      now += DAY - 1;
      await vault.set(name, "second");
      now += DAY - 1;
      expect(await vault.find(name)).toBe("second");
      now += 2;
      expect(await vault.find(name)).toBeUndefined();
      expect(await vault.change<string>(name, (current) => current ?? "anew")).toBe("anew");
      expect(await vault.find(name)).toBe("anew");
    });

    it("deletes a claim and its outcome after a day", async () => {
      await vault.claim(name, "one");
      await vault.set(name, 1);
      now += DAY + 1;
      expect(await vault.find(name)).toBeUndefined();
      expect(await vault.isClaimed(name)).toBe(false);
    });
  });
