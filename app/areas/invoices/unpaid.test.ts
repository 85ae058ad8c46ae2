import { expect, it } from "vitest";
import { toPay } from "./unpaid.server.ts";

const now = new Date("2026-11-23T10:00:00Z");
const invoice = (pounds: number, more = {}) => ({
  invoiceNumber: "1",
  apiId: 1,
  dateIssued: "2026-05-05",
  orderNumber: "",
  accountNumber: "HAR001",
  status: 0,
  total: pounds,
  outstandingAmount: pounds,
  isCardPaymentPending: false,
  ...more,
});
const all = (...invoices: ReturnType<typeof invoice>[]) => ({
  invoices,
  isAll: true,
  totalCount: invoices.length,
  outstandingTotal: 999,
});
const collects = new Map([["HAR001", undefined]]);

it("each invoice is in one group, and the groups come to the whole", () => {
  const unpaid = all(
    invoice(0.1),
    invoice(0.2),
    invoice(5, { dateIssued: "2026-11-20" }),
    invoice(6, { dateIssued: "2026-11-19" }),
    invoice(7, { status: 3 }),
    invoice(8, { status: 1 }),
    invoice(100_000.01),
    invoice(9, { isCardPaymentPending: true }),
    invoice(-4),
  );
  expect(toPay(unpaid, collects, now)).toEqual({
    count: 8,
    total: "£100,035.31",
    oldest: "05/05/2026",
    groups: {
      due: { count: 2, total: "£0.30", oldest: "05/05/2026" },
      collected: { count: 2, total: "£11.00", oldest: "20/11/2026", from: "26/11/2026" },
      held: { count: 2, total: "£15.00", oldest: "05/05/2026" },
      "above the limit": { count: 1, total: "£100,000.01", oldest: "05/05/2026" },
      "being paid": { count: 1, total: "£9.00", oldest: "05/05/2026" },
    },
  });
});

it.each([
  ["not all could be read", { ...all(invoice(1)), isAll: false }, collects],
  ["nobody knows what a direct debit collects", all(invoice(1)), undefined],
])("nothing is divided where %s", (_why, unpaid, mandates) => {
  expect(toPay(unpaid, mandates, now)).toEqual({ count: 1, total: "£999.00", oldest: "05/05/2026" });
});

it("nothing unpaid is nothing to pay", () => {
  expect(toPay(all(), new Map(), now)).toEqual({ count: 0, total: "£0.00", oldest: undefined, groups: {} });
});
