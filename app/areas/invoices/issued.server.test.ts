import { expect, it } from "vitest";
import { maximum } from "#app/limits.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { Portal } from "#app/request/portal.ts";
import { daysOf } from "./invoice-months.server.ts";
import { invoicesIssued, listIssued } from "./issued.server.ts";

/** An API whose list, newest first, has so many invoices in each of these months. */
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
  for await (const invoice of invoicesIssued(portal, daysOf(month))) found.push(invoice);
  return found.map(({ invoiceNumber }) => invoiceNumber);
}

const some = [
  ["2026-11", 250],
  ["2026-10", 1],
  ["2026-08", 130],
  ["2026-07", 3],
] as const;

it.each(some)("finds all of %s (%i)", async (month, count) => {
  const numbers = await numbersIn(apiOf(some).portal, month);
  expect(numbers).toHaveLength(count);
  expect(numbers.every((number) => number.startsWith(month))).toBe(true);
});

it.each(some)(
  "finds all of %s (%i) of an API whose pages are shorter than asked for",
  async (month, count) => {
    expect(await numbersIn(apiOf(some, 30).portal, month)).toHaveLength(count);
  },
);

it("says that not all could be looked at, of an API that answers the beginning of its list whatever page", async () => {
  const items = [listed("N1", "2026-11-05"), listed("N2", "2026-10-05"), listed("N3", "2026-10-04")];
  const call = async () => ({ items, totalCount: 80_000 });
  const portal = { api: { call } } as unknown as Portal;
  let told = 0;
  const found = await Array.fromAsync(invoicesIssued(portal, daysOf("2026-10"), () => (told += 1)));
  expect([found.length, told]).toEqual([2, 1]);
  // An older one was seen: there can be no more of the newest month.
  await Array.fromAsync(invoicesIssued(portal, daysOf("2026-11"), () => (told += 1)));
  expect(told).toBe(1);
});

it("says so, too, where the month has more pages than are read", async () => {
  const { portal } = apiOf([["2026-11", maximum.exportPages + 1]], 1);
  let told = 0;
  const found = await Array.fromAsync(invoicesIssued(portal, daysOf("2026-11"), () => (told += 1)));
  expect([found.length, told]).toEqual([maximum.exportPages, 1]);
});

it("asks for the first page once", async () => {
  const { portal, sizes } = apiOf([["2026-11", 3]]);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(3);
  expect(sizes).toEqual([100]);
});

it.each(["2026-12", "2026-09", "2020-01"])("finds none of %s", async (month) => {
  expect(await numbersIn(apiOf(some).portal, month)).toEqual([]);
});

it("holds an invoice once that two pages show, since the list has grown meanwhile", async () => {
  const { portal } = apiOf([["2026-11", 250]]);
  const call = portal.api.call as unknown as (
    one: unknown,
    input: { query: { pageNumber: number; pageSize: number } },
  ) => Promise<{ items: unknown[]; totalCount: number }>;
  const grown = async (one: unknown, { query }: { query: { pageNumber: number; pageSize: number } }) => {
    const before = await call(one, { query: { ...query, pageNumber: query.pageNumber - 1 } });
    const { items, totalCount } = await call(one, { query });
    return { items: [...before.items.slice(-1), ...items], totalCount };
  };
  const numbers = await numbersIn({ api: { call: grown } } as unknown as Portal, "2026-11");
  expect([numbers.length, new Set(numbers).size]).toEqual([250, 250]);
});

it("of an empty list finds none", async () =>
  expect(await numbersIn(apiOf([]).portal, "2026-11")).toEqual([]));

it("takes a few steps into a long list, not all of it", async () => {
  const { portal, sizes } = apiOf([
    ["2026-11", 60_000],
    ["2026-10", 5],
    ["2026-09", 40_000],
  ]);
  expect(await numbersIn(portal, "2026-10")).toHaveLength(5);
  expect(sizes.length).toBeLessThan(20);
});

const listed = (invoiceNumber: string, dateIssued: string) => ({ invoiceNumber, dateIssued });
const pages = (pageOf: (page: number, size: number) => readonly object[], totalCount: number) => {
  const asked: number[] = [];
  const call = async (_: unknown, { query }: { query: { pageNumber: number; pageSize: number } }) => {
    asked.push(query.pageNumber);
    return { items: pageOf(query.pageNumber, query.pageSize), totalCount };
  };
  return { portal: { api: { call } } as unknown as Portal, asked };
};

it.each([0, 99, 100, 150])("goes on past an invoice without a date at place %i", async (place) => {
  const all = Array.from({ length: 300 }, (_, index) => listed(String(index), "2026-11-05T00:00:00Z"));
  all.splice(place, 0, listed("undated", ""));
  const { portal } = pages((page, size) => all.slice((page - 1) * size, page * size), all.length);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(300);
});

it("of an API that answers the same page again and counts without end takes it once", async () => {
  const same = Array.from({ length: 100 }, (_, index) => listed(String(index), "2026-11-05"));
  const { portal, asked } = pages((_, size) => same.slice(0, size), 9e15);
  expect(await numbersIn(portal, "2026-11")).toHaveLength(100);
  expect(asked.length).toBeLessThan(70);
});

it("counts a time without an offset as London's, in summer as well", async () => {
  const all = [listed("august", "2026-08-01T00:30:00"), listed("july", "2026-07-31T23:30:00")];
  const { portal } = pages((page, size) => all.slice((page - 1) * size, page * size), 2);
  expect(await numbersIn(portal, "2026-08")).toEqual(["august"]);
});

it("a month that can't be read whole is no list", async () => {
  const { portal } = apiOf([["2026-11", 21]], 1);
  await expect(listIssued(portal, daysOf("2026-11"))).rejects.toMatchObject({ kind: "malformed" });
  expect(await listIssued(apiOf(some).portal, daysOf("2026-08"))).toHaveLength(130);
});
