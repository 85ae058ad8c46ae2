import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Records } from "#server/session/records.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openRecords, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import { accountNotes } from "./account-notes.server.ts";
import type { RouteArgs } from "./portal.ts";

const HOUR = 3_600_000;
const shape = z.object({ cli: z.string(), at: z.number() });
const notes = accountNotes("tested lines", HOUR, 8, shape, ({ cli, at }) => [cli, at]);
const portalOf = (clientId: string) => ({ account: { clientId } }) as Parameters<typeof notes.list>[1];

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`notes in ${kind.name}`, () => {
    let store: TestStore;
    let backend: SessionBackend;
    let records: Records;
    let args: RouteArgs;
    beforeAll(async () => {
      store = await kind.start();
      ({ backend, records } = openRecords(store.address));
      args = { context: { services: { records } } } as unknown as RouteArgs;
      await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
    });
    afterAll(async () => {
      await backend.close();
      await store.stop();
    });
    const stored = async (clientId: string) =>
      [...(await records.textSet(`tested lines ${clientId}`, HOUR).members())].sort();

    it("are listed for one account, unchanged, the newest first", async () => {
      await notes.add(args, portalOf("1001"), { cli: "01273000001", at: 5 });
      await notes.add(args, portalOf("1002"), { cli: "01273000002", at: 6 });
      await notes.add(args, portalOf("1001"), { cli: "01273000003", at: 7 });
      expect(await notes.list(args, portalOf("1001"))).toEqual([
        { cli: "01273000003", at: 7 },
        { cli: "01273000001", at: 5 },
      ]);
    });

    it("that another version of the portal wrote in another format are skipped, and stay", async () => {
      const other = `{"number":"HAR001"}`;
      await records.textSet("tested lines 1003", HOUR).add([other]);
      await notes.add(args, portalOf("1003"), { cli: "01273000001", at: 7 });
      expect(await notes.list(args, portalOf("1003"))).toEqual([{ cli: "01273000001", at: 7 }]);
      expect(await stored("1003")).toContain(other);
    });

    it("are stored for the newest eight lines alone, one each", async () => {
      const ats = Array.from({ length: 40 }, (_, at) => at);
      for (const at of ats) await notes.add(args, portalOf("1004"), { cli: `line ${at % 10}`, at });
      const newest = ats.slice(-8).map((at) => ({ cli: `line ${at % 10}`, at }));
      expect(await notes.list(args, portalOf("1004"))).toEqual(newest.toReversed());
      expect(await stored("1004")).toEqual(newest.map((note) => JSON.stringify(note)).sort());
    });

    it("that an earlier version left without a bound hold up no other request, and are removed", async () => {
      const noteAt = (at: number) => JSON.stringify({ cli: `line ${at % 400}`, at });
      const set = records.former.lastingSet("tested lines 1005", HOUR);
      for (let at = 0; at < 10_000; at += 500)
        await set.add(Array.from({ length: 500 }, (_, index) => noteAt(at + index)));
      // Of this thread, because a busy machine may stop it for as long.
      const cpuMs = () => process.threadCpuUsage().user / 1_000;
      const began = cpuMs();
      let [longestMs, lastTurn] = [0, began];
      const endTurn = () => {
        longestMs = Math.max(longestMs, cpuMs() - lastTurn);
        lastTurn = cpuMs();
      };
      const watch = setInterval(endTurn, 1);
      const listed = await notes.list(args, portalOf("1005"));
      endTurn();
      clearInterval(watch);
      expect(longestMs).toBeLessThan((lastTurn - began) / 3);
      expect(listed.map(({ at }) => at)).toEqual(Array.from({ length: 8 }, (_, index) => 9_999 - index));
      expect(await stored("1005")).toHaveLength(8);
    });
  });
