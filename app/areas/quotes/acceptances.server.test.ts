import { expect, it } from "vitest";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { openVault } from "#server/session/testing/stores.ts";
import { listAcceptances, noteAcceptance } from "./acceptances.server.ts";

it("the newest acceptance of each quote is kept, however many others come, and none before it", async () => {
  const { vault, backend } = openVault("sqlite::memory:");
  let now = Date.now();
  const services = { vault, now: () => new Date((now += 1)) };
  const args = { context: { services } } as unknown as RouteArgs;
  const portal = { account: { clientId: "1001" }, user: { fullName: "Anna Archer" } } as Portal;
  const accept = (quoteId: string, what: string) =>
    noteAcceptance(args, portal, { quoteId, offer: what, what, to: "sales@provider.example" });
  for (const version of ["version 1", "version 2", "version 2"]) await accept("pending", version);
  const newest = (await listAcceptances(args, portal)).get("pending");
  for (let quote = 0; quote < 60; quote += 1) await accept(`quote ${quote}`, "version 1");
  const acceptances = await listAcceptances(args, portal);
  expect(acceptances.size).toBe(61);
  expect(acceptances.get("pending")).toEqual(newest);
  expect(newest?.what).toBe("version 2");
  const stored = await vault.longLivedSet("quote acceptances 1001", 180 * 24 * 60 * 60 * 1000).members();
  expect(stored.size).toBe(61);
  await backend.close();
});
