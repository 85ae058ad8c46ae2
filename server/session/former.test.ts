import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Former, withFormer } from "./former.ts";
import type { TextSet } from "./portal-session.ts";
import { SealedValues } from "./records.ts";
import { RedisBackend } from "./redis-backend.ts";
import { createKeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import { created, storeKinds, type TestStore } from "./testing/stores.ts";

const SESSION = { fields: new Map(), expiresAt: 1_000_000, endsAt: 2_000_000 };
const DAY = 24 * 60 * 60 * 1000;
const ring = createKeyRing(["a secret of this test, long enough"]);

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`what the build before keeps in ${kind.name}`, () => {
    let store: TestStore;
    let backend: SessionBackend;
    let former: Former;
    let now = 0;
    let count = 0;
    let id = "";

    beforeAll(async () => {
      store = await kind.start();
      const options = { now: () => now, onFault: () => undefined, log: pino({ enabled: false }) };
      backend = store.address.startsWith("sqlite:")
        ? new SqliteBackend({ file: store.address.slice("sqlite:".length), ...options })
        : new RedisBackend({ url: store.address, ...options });
      former = new Former(backend, ring, () => now);
      await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
    });
    afterAll(async () => {
      await backend.close();
      await store.stop();
    });
    beforeEach(() => {
      now = 0;
      id = `session-${(count += 1)}`;
    });

    it("gives a claim to one of many callers, which may ask again, until it has expired or was released", async () => {
      const claim = (holder: string) => former.claim(id, holder);
      const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`${index}`)));
      const holder = `${claims.indexOf(true)}`;
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect([await claim(holder), await claim("other"), await former.isClaimed(id)]).toEqual([
        true,
        false,
        true,
      ]);
      expect([await former.isClaimed(id, holder), await former.isClaimed(id, "other")]).toEqual([
        false,
        true,
      ]);
      await former.release(id, "other");
      expect(await former.isClaimed(id)).toBe(true);
      await former.release(id, holder);
      expect([await former.isClaimed(id), await claim("other")]).toEqual([false, true]);
      now += DAY;
      expect([await former.isClaimed(id), await claim("third")]).toEqual([false, true]);
    });

    it("ends with its session", async () => {
      await backend.change(id, created(SESSION));
      const set = former.sessionSet(id, "invoices");
      await set.add(["one"]);
      expect(await former.claimInSession(id, "claim", "one", 500_000)).toBe(true);
      await backend.end(id);
      await set.add(["late"]);
      expect(await set.members()).toEqual(new Set());
      expect(await former.claimInSession(id, "claim", "one", 500_000)).toBe(false);
    });

    it("may be a large set beside others, whose members are sealed", async () => {
      await backend.change(id, created(SESSION));
      const [set, other] = [former.sessionSet(id, "invoices"), former.sessionSet(id, "other")];
      const many = Array.from({ length: 5_000 }, (_, index) => `Zanzibar ${index}`);
      await set.add(many);
      await other.add(["Zanzibar 1"]);
      expect(await set.members()).toEqual(new Set(many));
      await set.remove(many.slice(1));
      await set.remove([]);
      expect([await set.members(), await other.members()]).toEqual([
        new Set(["Zanzibar 0"]),
        new Set(["Zanzibar 1"]),
      ]);
      expect(await store.everything()).not.toContain("Zanzibar");
    });

    it("counts as long as instances of both builds run, and is copied when it's read", async () => {
      await backend.change(id, created(SESSION));
      const copy = new SealedValues(backend, ring, () => now).textSet(id, "invoices");
      const before: TextSet = former.sessionSet(id, "invoices");
      const set = withFormer(copy, before);
      await before.add(["theirs"]);
      await set.add(["ours"]);
      expect(await before.members()).toEqual(new Set(["ours", "theirs"]));
      expect(await set.members()).toEqual(new Set(["ours", "theirs"]));
      expect(await copy.members()).toEqual(new Set(["ours", "theirs"]));
      await before.remove(["ours"]);
      expect(await set.members()).toEqual(new Set(["theirs"]));
      expect(await copy.members()).toEqual(new Set(["theirs"]));
    });

    it("finds the sessions that began under any SESSION_MAX_HOURS", async () => {
      now = Date.now();
      const setOf = (hours: number) => former.lastingSet(`sessions of ${id}`, (hours / 24) * DAY);
      await setOf(8).add(["short"]);
      await setOf(168).add(["long"]);
      for (const hours of [8, 24, 25, 168])
        expect(await setOf(hours).members()).toEqual(new Set(["short", "long"]));
      now += 2 * DAY;
      expect(await setOf(8).members()).toEqual(new Set(["long"]));
    });
  });
