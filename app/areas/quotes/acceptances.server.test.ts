import { expect, it } from "vitest";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { openRecords } from "#server/session/testing/stores.ts";
import { personRecords } from "#shared/person.ts";
import { quote as quoteShape } from "#shared/portal-api/quotes.ts";
import {
  isAccepted,
  listAcceptances,
  offerFingerprint,
  quoteFingerprint,
  recordAcceptance,
} from "./acceptances.server.ts";

it("the newest acceptance of each quote is kept, however many others come, and none before it", async () => {
  const { records, backend } = openRecords("sqlite::memory:");
  let now = Date.now();
  const services = { records, now: () => new Date((now += 1)) };
  const args = { context: { services } } as unknown as RouteArgs;
  const portal = { account: { clientId: "1001" }, user: { id: "anna", fullName: "Anna Archer" } } as Portal;
  const accept = (quoteId: string, what: string) =>
    recordAcceptance(args, portal, { quoteId, offer: what, what, to: "sales@provider.example" });
  for (const version of ["version 1", "version 2", "version 2"]) await accept("pending", version);
  const newest = (await listAcceptances(args, portal)).get("pending");
  for (let quote = 0; quote < 60; quote += 1) await accept(`quote ${quote}`, "version 1");
  const acceptances = await listAcceptances(args, portal);
  expect(acceptances.size).toBe(61);
  expect(acceptances.get("pending")).toEqual(newest);
  expect(newest?.what).toBe("version 2");
  const stored = await records.textSet("quote acceptances 1001", 180 * 24 * 60 * 60 * 1000).members();
  expect(stored.size).toBe(61);
  // Where `--erase` finds her name.
  expect(await records.find(personRecords.accepted({ id: "anna" }))).toEqual([["1001", "Anna Archer"]]);
  await backend.close();
});

it("a note in another form counts as accepted, and fields that the fingerprint doesn't name change nothing", () => {
  const item = { description: "Handset", units: 2, price: 5, total: 10, v1: "Yes" };
  const quote = quoteShape.parse({ quoteId: 7, valueV1Label: "£10.00", items: [item] });
  const offer = offerFingerprint(quote);
  const noted = { quoteId: "7", offer, what: "", to: "", by: "", at: "" };
  expect(isAccepted({ ...noted, offer: "K3v9wQ" }, offer)).toBe(true);
  const isOf = (change: object, itemChange: object = {}) => {
    const changed = { ...quote, ...change, items: quote.items.map((one) => ({ ...one, ...itemChange })) };
    return [quoteFingerprint(changed), offerFingerprint(changed)].map((one) => isAccepted(noted, one));
  };
  expect(isOf({ details: "New" }, { supplier: "Another" })).toEqual([true, true]);
  expect(isOf({}, { units: 3 })).toEqual([true, false]);
  expect(isOf({ valueV1Label: "£11.00" })).toEqual([false, false]);
});
