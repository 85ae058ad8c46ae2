import { expect, it } from "vitest";
import { howPaid, type PaymentFacts } from "./how-paid.server.ts";

const now = new Date("2026-12-23T10:00:00Z");
const due: PaymentFacts = {
  accountNumber: "HAR001",
  dateIssued: "2026-12-23T00:00:00Z",
  status: 0,
  outstandingAmount: 100,
  isCardPaymentPending: false,
};
const always = new Map([["HAR001", undefined]]);
const since = (iso: string) => new Map([["HAR001", new Date(iso)]]);

it.each([
  ["issued today: over Christmas, its holidays and a New Year", {}, always, "04/01/2027"],
  ["the day of the collection", { dateIssued: "2026-12-16" }, always, "23/12/2026"],
  ["the day after", { dateIssued: "2026-12-15" }, always, undefined],
  ["a year ago", { dateIssued: "2025-12-23" }, always, undefined],
  ["without a date", { dateIssued: "" }, always, undefined],
  ["with a date of nonsense", { dateIssued: "soon".repeat(1_000) }, always, undefined],
  ["set up on that day, in another hour", {}, since("2026-12-23T16:00:00Z"), "04/01/2027"],
  ["set up the day after its issue", { dateIssued: "2026-12-22" }, since("2026-12-23T00:01:00Z"), undefined],
  ["set up the day before", { dateIssued: "2026-12-22" }, since("2026-12-21T23:00:00Z"), "31/12/2026"],
  ["of a status in words", { status: "Live" }, always, undefined],
  ["with blanks around the account", { accountNumber: " HAR001 " }, always, "04/01/2027"],
  ["a credit note", { outstandingAmount: -5 }, always, undefined],
])("%s", (_what, change, mandates, expected) => {
  expect(howPaid({ ...due, ...change }, mandates, now).collectedFrom).toBe(expected);
});

it.each([
  [{ outstandingAmount: 100_000 }, "possible", "due"],
  [{ outstandingAmount: 100_000.01 }, "above the limit", "above the limit"],
  [{ outstandingAmount: 0.004 }, "nothing due", undefined],
  [{ outstandingAmount: -1 }, "nothing due", undefined],
  [{ isCardPaymentPending: true }, "being paid", "being paid"],
  [{ status: 3 }, "possible", "held"],
  [{ status: 1 }, "possible", "held"],
] as const)("by card: %j", (change, byCard, group) => {
  const expected = { byCard, group, collectedFrom: undefined };
  expect(howPaid({ ...due, ...change }, new Map(), now)).toEqual(expected);
});
