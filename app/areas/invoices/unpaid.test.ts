import { expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import {
  dueFigures,
  listOutstanding,
  listUnpaid,
  summariseUnpaid,
  toPayView,
  totalDue,
} from "./unpaid.server.ts";

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
const unpaidOf = (...invoices: ReturnType<typeof invoice>[]) => ({
  invoices,
  isAll: true,
  totalCount: invoices.length,
  outstandingTotal: 999,
});
const mandates = new Map([["HAR001", undefined]]);

it("each unpaid invoice is in one group, and the groups add up to the total", () => {
  const unpaid = unpaidOf(
    invoice(0.1, { dateIssued: "soon" }),
    invoice(0.2),
    invoice(6, { dateIssued: "2026-11-19" }),
    invoice(5, { dateIssued: "2026-11-20" }),
    invoice(7, { status: 3 }),
    invoice(8, { status: 1 }),
    invoice(100_000.01),
    invoice(9, { isCardPaymentPending: true }),
    invoice(-4),
  );
  const summary = summariseUnpaid(unpaid, mandates, now);
  expect(toPayView(summary).otherWays[0]?.detail).toBe(
    "£11.00 · 2 invoices, the first on or after 26/11/2026",
  );
  expect(summary).toEqual({
    count: 8,
    total: "£100,035.31",
    oldest: "05/05/2026",
    areDirectDebitsKnown: true,
    groups: {
      due: { count: 2, total: "£0.30", oldest: "05/05/2026" },
      collected: { count: 2, total: "£11.00", oldest: "19/11/2026", when: "on or after 26/11/2026" },
      held: { count: 2, total: "£15.00", oldest: "05/05/2026" },
      "above the limit": { count: 1, total: "£100,000.01", oldest: "05/05/2026" },
      "being paid": { count: 1, total: "£9.00", oldest: "05/05/2026" },
    },
  });
});

it.each([
  ["not all invoices could be read", { ...unpaidOf(invoice(1)), isAll: false }, mandates],
  ["the direct debits are unknown", unpaidOf(invoice(1)), undefined],
])("there are no groups if %s", (_reason, unpaid, knownMandates) => {
  expect(summariseUnpaid(unpaid, knownMandates, now)).toEqual({
    count: 1,
    total: "£999.00",
    oldest: "05/05/2026",
    areDirectDebitsKnown: knownMandates !== undefined,
  });
});

it("without unpaid invoices the count is 0 and there are no groups", () => {
  expect(summariseUnpaid(unpaidOf(), new Map(), now)).toEqual({
    count: 0,
    total: "£0.00",
    oldest: undefined,
    areDirectDebitsKnown: true,
    groups: {},
  });
});

/**
 * An API with this many unpaid invoices, of which a page has 200 at most. It repeats page 1 if `ignoresPage`; pages overlap
 * by `overlap` invoices; it counts `missing` that it never gives, or only the page if `countsPage`;
 * `refusesBeyond` refuses a page beyond the last.
 */
function portalWith(
  total: number,
  { ignoresPage = false, overlap = 0, missing = 0, countsPage = false, refusesBeyond = false } = {},
): Portal {
  const call = async (_: unknown, { query }: { query: { pageNumber: number } }) => {
    const start = ignoresPage ? 0 : (query.pageNumber - 1) * (200 - overlap);
    if (refusesBeyond && start >= total) throw refusal("pageNumber", "There is no such page.");
    const numbers = Array.from(
      { length: Math.max(0, Math.min(200, total - start)) },
      (_item, index) => start + index,
    );
    const items = numbers.map((number) => invoice(1, { invoiceNumber: String(number), apiId: number }));
    return { items, totalCount: countsPage ? items.length : total + missing, outstandingTotal: total };
  };
  return { api: { call } } as unknown as Portal;
}

it("listUnpaid reads all pages, and fewer than the API counts aren't all", async () => {
  const all = await listUnpaid(portalWith(450));
  expect(all.invoices.map(({ invoiceNumber }) => Number(invoiceNumber))).toEqual([...Array(450).keys()]);
  expect(all.isAll).toBe(true);
  expect((await listUnpaid(portalWith(1_001))).isAll).toBe(false);
  expect((await listUnpaid(portalWith(450, { ignoresPage: true }))).isAll).toBe(false);
  expect((await listUnpaid(portalWith(3, { missing: 2 }))).isAll).toBe(false);
  for (const oddity of [{ ignoresPage: true }, { refusesBeyond: true }]) {
    const whole = await listUnpaid(portalWith(200, oddity));
    expect([whole.invoices.length, whole.isAll]).toEqual([200, true]);
  }
  const onePageCounted = await listUnpaid(portalWith(450, { countsPage: true }));
  expect([onePageCounted.invoices.length, onePageCounted.isAll]).toEqual([450, true]);
  const manyPages = await listUnpaid(portalWith(1_200, { countsPage: true }));
  expect([manyPages.totalCount, manyPages.isAll]).toEqual([1_000, false]);
  // Where pages have no settled order, one may repeat a row and drop another.
  const dropping = portalWith(450, { overlap: 1, missing: 1 });
  expect((await listUnpaid(dropping)).isAll).toBe(false);
  const overlapping = await listUnpaid(portalWith(450, { overlap: 50 }));
  expect([overlapping.invoices.length, overlapping.isAll]).toEqual([450, true]);
});

it("listUnpaid has the oldest first even if the API answers all at once and unsorted", async () => {
  const dates = ["2026-10-01T00:00:00Z", "2026-02-03", "", "2026-10-01T00:30:00+01:00"];
  const items = dates.map((dateIssued, index) => invoice(1, { invoiceNumber: String(index), dateIssued }));
  const call = async () => ({ items, totalCount: items.length, outstandingTotal: items.length });
  const unpaid = await listUnpaid({ api: { call } } as unknown as Portal);
  expect(unpaid.invoices.map(({ invoiceNumber }) => invoiceNumber)).toEqual(["2", "1", "3", "0"]);
  expect(summariseUnpaid(unpaid, mandates, now).oldest).toBe("03/02/2026");
});

it("only the API's total of all invoices is called outstanding", () => {
  const summary = { count: 2, total: "£30.00", areDirectDebitsKnown: true };
  const terms = (ofAll?: number) =>
    dueFigures(summary, ofAll).figures.map(({ term, detail }) => [term, detail]);
  expect(terms(25)).toEqual([
    ["Outstanding", "£25.00"],
    ["Unpaid invoices", "2"],
  ]);
  expect(terms()).toEqual([
    ["Unpaid", "£30.00"],
    ["Unpaid invoices", "2"],
  ]);
});

/** An API with these amounts outstanding, which sorts by them if it `sorts`, and counts only a page if it `countsPage`. */
function portalWithAmounts(
  pounds: readonly number[],
  { sorts = true, countsPage = false, unpaidHasAll = false, tellsTotal = true },
) {
  const all = pounds.map((amount, index) => invoice(amount, { invoiceNumber: String(index), apiId: index }));
  const call = async (_: unknown, { query }: { query: Record<string, unknown> }) => {
    const isOwed = ({ outstandingAmount }: (typeof all)[number]) => outstandingAmount > 0 || unpaidHasAll;
    const found = query["unpaidOnly"] ? all.filter(isOwed) : all;
    const byAmount = query["sortBy"] === "outstandingAmount ASC" && sorts;
    const ordered = byAmount ? found.toSorted((a, b) => a.outstandingAmount - b.outstandingAmount) : found;
    const size = Number(query["pageSize"]);
    const start = (Number(query["pageNumber"]) - 1) * size;
    const items = ordered.slice(start, start + size);
    const outstandingTotal = tellsTotal ? totalDue(found) : "";
    return { items, totalCount: countsPage ? items.length : found.length, outstandingTotal };
  };
  return { api: { call } } as unknown as Portal;
}

it.each([{}, { sorts: false }, { countsPage: true }, { unpaidHasAll: true }])(
  "listOutstanding has every credit note, however few invoices are unpaid (%j)",
  async (oddity) => {
    const amounts = Array.from({ length: 450 }, (_, index) =>
      index % 3 === 0 ? 0 : index % 50 === 1 ? -5 : 7,
    );
    const { invoices, isAll } = await listOutstanding(portalWithAmounts(amounts, oddity));
    const found = invoices.map(({ outstandingAmount }) => outstandingAmount).filter(Boolean);
    expect([found.length, isAll]).toEqual([amounts.filter(Boolean).length, true]);
  },
);

it("listOutstanding doesn't have all if the API doesn't sort and has more than are read", async () => {
  const amounts = Array.from({ length: 600 }, (_, index) => (index === 599 ? -5 : 0));
  expect((await listOutstanding(portalWithAmounts(amounts, { sorts: false }))).isAll).toBe(false);
  expect((await listOutstanding(portalWithAmounts(amounts, {}))).isAll).toBe(true);
  const credits = Array.from({ length: 150 }, () => -5);
  const all = await listOutstanding(portalWithAmounts([...credits, ...amounts], {}));
  expect([all.invoices.length, all.isAll]).toEqual([151, true]);
});

it("listOutstanding has every credit note if the API doesn't sort, tells no total and begins with paid ones", async () => {
  const silent = { sorts: false, tellsTotal: false };
  const paid = Array.from({ length: 240 }, () => 0);
  const { invoices, isAll } = await listOutstanding(portalWithAmounts([...paid, -5, 7], silent));
  expect([invoices.map(({ outstandingAmount }) => outstandingAmount), isAll]).toEqual([[7, -5], true]);
  const tooMany = [...paid, ...paid, ...paid, -5];
  expect((await listOutstanding(portalWithAmounts(tooMany, silent))).isAll).toBe(false);
  const withFirst = await listOutstanding(portalWithAmounts([-6, ...paid, -5], silent));
  expect([withFirst.invoices.length, withFirst.isAll]).toEqual([2, true]);
});
