import { expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { maximum } from "#shared/limits.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { daysOfMonth } from "./invoice-months.server.ts";
import { invoicesIssued, listIssued } from "./issued.server.ts";

/** An API whose list, newest first, has the given count of invoices in each month. */
function apiOf(counts: readonly (readonly [month: string, count: number])[], longestPage = 100) {
  const all = counts.flatMap(([month, count]) =>
    Array.from({ length: count }, (_, index) => ({
      invoiceNumber: `${month}/${index}`,
      dateIssued: `${month}-05`,
    })),
  );
  const sizes: number[] = [];
  const call = async (_: unknown, { query }: { query: { pageNumber: number; pageSize: number } }) => {
    sizes.push(query.pageSize);
    const size = Math.min(query.pageSize, longestPage);
    const from = (query.pageNumber - 1) * size;
    return { items: all.slice(from, from + size), totalCount: all.length };
  };
  return { portal: { api: { call } } as unknown as Portal, sizes };
}

async function numbersIn(portal: Portal, month: string): Promise<string[]> {
  const found: InvoiceSummary[] = [];
  for await (const invoice of invoicesIssued(portal, daysOfMonth(month))) found.push(invoice);
  return found.map(({ invoiceNumber }) => invoiceNumber);
}

const counts = [
  ["2026-11", 250],
  ["2026-10", 1],
  ["2026-08", 130],
  ["2026-07", 3],
] as const;

it.each(counts)("finds all invoices of %s (%i)", async (month, count) => {
  const numbers = await numbersIn(apiOf(counts).portal, month);
  expect(numbers).toHaveLength(count);
  expect(numbers.every((number) => number.startsWith(month))).toBe(true);
});

it.each(counts)(
  "finds all invoices of %s (%i) if the API's pages are shorter than requested",
  async (month, count) => {
    expect(await numbersIn(apiOf(counts, 30).portal, month)).toHaveLength(count);
  },
);

it("says that some are unread if the API ignores the page number, unless an older invoice was seen", async () => {
  const items = [listed("N1", "2026-11-05"), listed("N2", "2026-10-05"), listed("N3", "2026-10-04")];
  const call = async () => ({ items, totalCount: 80_000 });
  const portal = { api: { call } } as unknown as Portal;
  const gaps: string[] = [];
  const found = await Array.fromAsync(
    invoicesIssued(portal, daysOfMonth("2026-10"), (gap) => gaps.push(gap)),
  );
  expect([found.length, gaps]).toEqual([2, ["unread"]]);
  // The list has an older invoice, so it has all of the newest month.
  await Array.fromAsync(invoicesIssued(portal, daysOfMonth("2026-11"), (gap) => gaps.push(gap)));
  expect(gaps).toEqual(["unread"]);
});

it.each([
  ["a page comes empty", (page: number, items: object[]) => (page === 2 ? [] : items), 250],
  ["the API's total is higher than what its pages bring", (_: number, items: object[]) => items, 300],
  ["a page repeats an invoice, since one was issued meanwhile", undefined, 251],
] as const)("says that some are unread once if %s", async (_, pageOf, totalCount) => {
  const all = Array.from({ length: 250 }, (_, index) => listed(String(index), "2026-11-05"));
  const grown = [listed("new", "2026-11-06"), ...all];
  const { portal } = pagedApi((page, size) => {
    const list = pageOf === undefined && page > 1 ? grown : all;
    const items = list.slice((page - 1) * size, page * size);
    return pageOf?.(page, items) ?? items;
  }, totalCount);
  const gaps: string[] = [];
  await Array.fromAsync(invoicesIssued(portal, daysOfMonth("2026-11"), (gap) => gaps.push(gap)));
  expect(gaps).toEqual(["unread"]);
});

it.each([
  ["all in one answer", 3, "2026-10", 2, false],
  ["in pages that are read from the first", 250, "2026-11", 125, false],
  ["in pages of which some are skipped", 250, "2026-09", undefined, true],
])(
  "of a list that isn't sorted, %s, it has all or says that some are unread",
  async (_, count, month, foundCount, leftOut) => {
    const other = month === "2026-11" ? "2026-09" : "2026-11";
    const dates = count === 3 ? ["2026-10-05", "2026-09-05", "2026-10-06"] : [`${month}-05`, `${other}-05`];
    const all = Array.from({ length: count }, (_item, index) =>
      listed(String(index), dates[index % dates.length] ?? ""),
    );
    const { portal } = pagedApi((page, size) => all.slice((page - 1) * size, page * size), count);
    const gaps: string[] = [];
    const found = await Array.fromAsync(invoicesIssued(portal, daysOfMonth(month), (gap) => gaps.push(gap)));
    expect(foundCount === undefined || found.length === foundCount).toBe(true);
    expect(gaps).toEqual(leftOut ? ["unread"] : []);
  },
);

it("has all invoices if a page has one twice, as the API's total counts it", async () => {
  const twice = [listed("1", "2026-11-05"), listed("1", "2026-11-05"), listed("2", "2026-11-05")];
  const { portal } = pagedApi((page, size) => twice.slice((page - 1) * size, page * size), 3);
  await expect(listIssued(portal, daysOfMonth("2026-11"))).resolves.toHaveLength(3);
});

it("says that some are unread if the month has more pages than are read", async () => {
  const { portal } = apiOf([["2026-11", maximum.exportPages + 1]], 1);
  const gaps: string[] = [];
  const found = await Array.fromAsync(
    invoicesIssued(portal, daysOfMonth("2026-11"), (gap) => gaps.push(gap)),
  );
  expect([found.length, gaps]).toEqual([maximum.exportPages, ["unread"]]);
});

it.each([100, 250])("finds all invoices if the API counts one page alone (%i)", async (count) => {
  const all = Array.from({ length: count }, (_, index) => listed(String(index), "2026-11-05"));
  const { portal, requestedPages } = pagedApi((page, size) => all.slice((page - 1) * size, page * size), 100);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(count);
  expect(requestedPages).toHaveLength(Math.floor(count / 100) + 1);
});

it("has all invoices if a full page is all that the API repeats and counts", async () => {
  const all = Array.from({ length: 100 }, (_, index) => listed(String(index), "2026-11-05"));
  expect(await listIssued(pagedApi(() => all, 100).portal, daysOfMonth("2026-11"))).toHaveLength(100);
});

it("loads the first page once", async () => {
  const { portal, sizes } = apiOf([["2026-11", 3]]);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(3);
  expect(sizes).toEqual([100]);
});

it.each(["2026-12", "2026-09", "2020-01"])("finds no invoices of %s", async (month) => {
  expect(await numbersIn(apiOf(counts).portal, month)).toEqual([]);
});

it("yields an invoice once if it is on two pages because the list has grown meanwhile", async () => {
  const { portal } = apiOf([["2026-11", 250]]);
  const call = portal.api.call as unknown as (
    operation: unknown,
    input: { query: { pageNumber: number; pageSize: number } },
  ) => Promise<{ items: unknown[]; totalCount: number }>;
  const grown = async (
    operation: unknown,
    { query }: { query: { pageNumber: number; pageSize: number } },
  ) => {
    const before = await call(operation, { query: { ...query, pageNumber: query.pageNumber - 1 } });
    const { items, totalCount } = await call(operation, { query });
    return { items: [...before.items.slice(-1), ...items], totalCount };
  };
  const numbers = await numbersIn({ api: { call: grown } } as unknown as Portal, "2026-11");
  expect([numbers.length, new Set(numbers).size]).toEqual([250, 250]);
});

it("finds no invoices in an empty list", async () =>
  expect(await numbersIn(apiOf([]).portal, "2026-11")).toEqual([]));

it("makes fewer than 20 calls to find a month in a long list", async () => {
  const { portal, sizes } = apiOf([
    ["2026-11", 60_000],
    ["2026-10", 5],
    ["2026-09", 40_000],
  ]);
  expect(await numbersIn(portal, "2026-10")).toHaveLength(5);
  expect(sizes.length).toBeLessThan(20);
});

const listed = (invoiceNumber: string, dateIssued: string) => ({ invoiceNumber, dateIssued });
const pagedApi = (pageOf: (page: number, size: number) => readonly object[], totalCount: number) => {
  const requestedPages: number[] = [];
  const call = async (_: unknown, { query }: { query: { pageNumber: number; pageSize: number } }) => {
    requestedPages.push(query.pageNumber);
    return { items: pageOf(query.pageNumber, query.pageSize), totalCount };
  };
  return { portal: { api: { call } } as unknown as Portal, requestedPages };
};

it.each([0, 99, 100, 150])("reads on after an invoice without a date at index %i", async (place) => {
  const all = Array.from({ length: 300 }, (_, index) => listed(String(index), "2026-11-05T00:00:00Z"));
  all.splice(place, 0, listed("undated", ""));
  const { portal } = pagedApi((page, size) => all.slice((page - 1) * size, page * size), all.length);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(300);
});

it("yields each invoice once if the API repeats the same page and has a wrong total", async () => {
  const same = Array.from({ length: 100 }, (_, index) => listed(String(index), "2026-11-05"));
  const { portal, requestedPages } = pagedApi((_, size) => same.slice(0, size), 9e15);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(100);
  expect(requestedPages.length).toBeLessThan(70);
});

it("reads a time without an offset as London time, even in summer", async () => {
  const all = [listed("august", "2026-08-01T00:30:00"), listed("july", "2026-07-31T23:30:00")];
  const { portal } = pagedApi((page, size) => all.slice((page - 1) * size, page * size), 2);
  expect(await numbersIn(portal, "2026-08")).toEqual(["august"]);
});

it("listIssued throws if not all invoices of a month could be read", async () => {
  const { portal } = apiOf([["2026-11", 21]], 1);
  await expect(listIssued(portal, daysOfMonth("2026-11"))).rejects.toMatchObject({ kind: "malformed" });
  expect(await listIssued(apiOf(counts).portal, daysOfMonth("2026-08"))).toHaveLength(130);
});

it("says that some have no date that can be read, which is no reason to have none of the month", async () => {
  const all = [listed("1", "2026-11-05"), listed("2", "soon"), listed("3", "")];
  const { portal } = pagedApi((page, size) => all.slice((page - 1) * size, page * size), all.length);
  const gaps: string[] = [];
  const found = await Array.fromAsync(
    invoicesIssued(portal, daysOfMonth("2026-11"), (gap) => gaps.push(gap)),
  );
  expect([found.length, [...new Set(gaps)]]).toEqual([1, ["undated"]]);
  expect(await listIssued(portal, daysOfMonth("2026-11"))).toHaveLength(1);
});
