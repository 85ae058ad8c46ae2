import { describe, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { defineList, type List } from "./define-list.server.ts";
import { loadAllItems, loadList, showItems } from "./list-loader.server.ts";

it("by default a column shows the field that `sort` names, and a page has eight rows", async () => {
  const plain = defineList({
    id: "plain",
    path: "/plain",
    noun: "rows",
    empty: "None",
    columns: [
      {
        key: "name",
        label: "Name",
        sort: "fullName",
        text: ({ fullName }: { fullName: string; count: number }) => fullName,
      },
      { key: "lines", label: "Lines", sort: "count" },
    ],
    defaultSort: "name",
    keyOf: ({ fullName }) => fullName,
  });
  const rows = Array.from({ length: 9 }, (_, count) => ({ fullName: `Row ${count}`, count }));
  const request = new Request("http://portal.example/plain?sort=lines");
  const view = await showItems(plain, { request }, rows);
  expect(view.list).toMatchObject({ defaultSize: 8, sizes: [8, 20, 50, 100] });
  expect(view.rows.map(({ text }) => text.lines)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});

describe("a column of dates", () => {
  const dated = defineList({
    id: "dated",
    path: "/dated",
    noun: "rows",
    empty: "None",
    operation: { query: {} } as unknown as List<string, "issued", undefined>["operation"],
    columns: [{ key: "issued", label: "Issued", sort: "issuedOn", date: (iso: string) => iso }],
    defaultSort: "-issued",
    defaultSize: 8,
    keyOf: (iso) => iso,
  });
  // The third is 13:45 in London, an hour before the second.
  const whole = ["2026-06-30", "2026-07-01T13:45:00Z", "2026-07-01T13:45:00", "", "2026-11-24", "soon"];
  const newestFirst = ["24/11/2026", "01/07/2026", "01/07/2026", "30/06/2026", "", "We can't read this date"];

  const rowsOf = async (answer: unknown, search = "") => {
    const portal = { api: { call: async () => answer }, account: { clientId: "1001" } } as unknown as Portal;
    const request = new Request(`http://portal.example/dated${search}`);
    return (await loadList(dated, { request, context: { config: { absent: [] } } as never }, portal)).rows;
  };
  const textsOf = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map(({ text }) => text.issued);

  it("is sorted by the moment, and what has none comes last, if the API answers the whole list", async () => {
    const rows = await rowsOf(whole);
    expect(textsOf(rows)).toEqual(newestFirst);
    expect(rows.map(({ key }) => key).slice(1, 3)).toEqual(["2026-07-01T13:45:00Z", "2026-07-01T13:45:00"]);
    expect(textsOf(await rowsOf(whole, "?sort=issued"))).toEqual([
      ...newestFirst.slice(0, 4).toReversed(),
      ...newestFirst.slice(4),
    ]);
  });

  it.each([6, 8])(
    "is sorted by the moment if the page that was asked for holds all %i rows",
    async (total) => {
      const items = ["2026-01-01", "2026-01-02", ...whole].slice(-total);
      const rows = await rowsOf({ items, totalCount: total });
      expect(textsOf(rows).slice(0, 4)).toEqual(newestFirst.slice(0, 4));
      expect(textsOf(rows).slice(-2)).toEqual(newestFirst.slice(-2));
    },
  );

  it.each([3, 100])("is sorted by the moment in a CSV of %i rows too", async (total) => {
    const items = Array.from({ length: total }, (_, index) => new Date(index * 1e9).toISOString());
    const call = async (_: unknown, { query }: { query: { pageNumber: number } }) => ({
      items: query.pageNumber === 1 ? items : [],
      totalCount: total,
    });
    const portal = { api: { call }, account: { clientId: "1001" } } as unknown as Portal;
    const rows = await Array.fromAsync(loadAllItems(dated, portal, "http://portal.example/dated"));
    expect(rows).toEqual(items.toReversed());
  });

  it("is sorted by the moment if the API answers more than the page that was asked for", async () => {
    const items = [...whole, "2026-01-01", "2026-01-02", "2026-01-03"];
    const rows = await rowsOf({ items, totalCount: items.length });
    expect(textsOf(rows).slice(0, 4)).toEqual(newestFirst.slice(0, 4));
  });

  it("keeps the API's order if the API pages", async () => {
    const rows = await rowsOf({ items: whole, totalCount: whole.length + 1 });
    expect(rows.map(({ key }) => key)).toEqual(whole);
  });
});
