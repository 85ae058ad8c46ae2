import fc from "fast-check";
import { expect, it } from "vitest";
import { londonDay } from "#shared/time/moment.ts";
import { formatWorkingDayAfter, workingDayAfter } from "#shared/time/working-days.server.ts";
import { howPaid, type PaymentFacts } from "./how-paid.server.ts";

const now = new Date("2026-12-23T10:00:00Z");
const due: PaymentFacts = {
  accountNumber: "HAR001",
  dateIssued: "2026-12-23T00:00:00Z",
  status: 0,
  outstandingAmount: 100,
  isCardPaymentPending: false,
};
const setUpLongAgo = new Map([["HAR001", undefined]]);
const setUpAt = (iso: string) => new Map([["HAR001", Date.parse(iso)]]);

it.each([
  [
    "issued today: five working days on, after Christmas and New Year",
    {},
    setUpLongAgo,
    "on or after 04/01/2027",
  ],
  [
    "issued so that today is the day of collection",
    { dateIssued: "2026-12-16" },
    setUpLongAgo,
    "on or after 23/12/2026",
  ],
  ["issued so that the collection was yesterday", { dateIssued: "2026-12-15" }, setUpLongAgo, "any day now"],
  ["that the banks have five working days for", { dateIssued: "2026-12-09" }, setUpLongAgo, "any day now"],
  ["that the banks should have collected", { dateIssued: "2026-12-08" }, setUpLongAgo, undefined],
  ["issued forty days from now", { dateIssued: "2027-02-01" }, setUpLongAgo, "on or after 08/02/2027"],
  ["issued at the end of time", { dateIssued: "9999-12-31" }, setUpLongAgo, undefined],
  ["issued a year ago", { dateIssued: "2025-12-23" }, setUpLongAgo, undefined],
  ["without a date", { dateIssued: "" }, setUpLongAgo, undefined],
  ["with a date that can't be read", { dateIssued: "soon".repeat(1_000) }, setUpLongAgo, undefined],
  [
    "with a direct debit that was set up on the day of issue, at a later hour",
    {},
    setUpAt("2026-12-23T16:00:00Z"),
    "on or after 04/01/2027",
  ],
  [
    "with a direct debit that was set up the day after the issue",
    { dateIssued: "2026-12-22" },
    setUpAt("2026-12-23T00:01:00Z"),
    undefined,
  ],
  [
    "with a direct debit that was set up the day before the issue",
    { dateIssued: "2026-12-22" },
    setUpAt("2026-12-21T23:00:00Z"),
    "on or after 31/12/2026",
  ],
  ["with a status in words instead of a number", { status: "Live" }, setUpLongAgo, undefined],
  [
    "with blanks around the account number",
    { accountNumber: " HAR001 " },
    setUpLongAgo,
    "on or after 04/01/2027",
  ],
  ["that is a credit note", { outstandingAmount: -5 }, setUpLongAgo, undefined],
])("says when an invoice %s is collected, if it is", (_description, change, mandates, expected) => {
  expect(howPaid({ ...due, ...change }, mandates, now).collectedWhen).toBe(expected);
});

it.each([
  [{ outstandingAmount: 100_000 }, "possible", "due"],
  [{ outstandingAmount: 100_000.01 }, "above the limit", "above the limit"],
  [{ outstandingAmount: 0.004 }, "nothing due", undefined],
  [{ outstandingAmount: -1 }, "nothing due", undefined],
  [{ isCardPaymentPending: true }, "being paid", "being paid"],
  [{ status: 3 }, "possible", "held"],
  [{ status: 1 }, "possible", "held"],
  [{ status: 2 }, "possible", "due"],
  [{ status: 7 }, "possible", "held"],
  [{ status: "Lost" }, "possible", "held"],
  [{ status: "" }, "possible", "held"],
] as const)("decides if a card can pay an invoice with %j, and its group", (change, byCard, group) => {
  const expected = { byCard, group, collectedWhen: undefined };
  expect(howPaid({ ...due, ...change }, new Map(), now)).toEqual(expected);
});

it("an invoice of an account with a direct debit is collected from its issue until the banks had their days", () => {
  const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2032-06-30"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 40 * 24 }), (issued, hours) => {
      const later = new Date(issued.getTime() + hours * 3_600_000);
      const invoice = { ...due, dateIssued: issued.toISOString() };
      const { group, collectedWhen } = howPaid(invoice, setUpLongAgo, later);
      const lastDay = londonDay(workingDayAfter(issued, 10));
      expect(group).toBe(londonDay(later) <= lastDay ? "collected" : "due");
      const isPast = londonDay(workingDayAfter(issued, 5)) < londonDay(later);
      const words = isPast ? "any day now" : `on or after ${formatWorkingDayAfter(issued, 5)}`;
      if (collectedWhen) expect(collectedWhen).toBe(words);
      expect(howPaid(invoice, new Map(), later).group).toBe("due");
    }),
  );
});
