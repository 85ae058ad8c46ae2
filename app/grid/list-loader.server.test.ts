import { describe, expect, it } from "vitest";
import { failedCall, type FailureKind } from "#app/portal-api/errors.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";
import { defineList, type List } from "./define-list.server.ts";
import { findItems, loadAllItems, loadList, missingItemsNote, showItems } from "./list-loader.server.ts";

const things = defineList({
  id: "things",
  path: "/things",
  noun: "things",
  empty: "There are none yet.",
  operation: { query: {} } as unknown as List<number, "name", undefined>["operation"],
  columns: [{ key: "name", label: "Name", sort: "name", text: (n: number) => `Thing ${n}`, order: (n) => n }],
  defaultSort: "name",
  defaultSize: 8,
  search: { label: "Search", delayMs: 300 },
  filter: {
    of: (n) => n % 2,
    choices: [
      { code: 0, value: "even", label: "Even", tone: "info" },
      { code: 1, value: "odd", label: "Odd", tone: "neutral" },
    ],
    defaults: ["odd"],
  },
  keyOf: String,
  to: (n, place) => `/things/${n}${place ? `?list=${place}` : ""}`,
});

type Answer = readonly number[] | { readonly items: readonly number[]; readonly totalCount: number };

/** An API that answers this; `asked` are the queries that came. */
function portalOf(answer: (query: ListRequest) => Answer) {
  const asked: ListRequest[] = [];
  const call = async (_: unknown, { query }: { query: ListRequest }) => {
    asked.push(query);
    return answer(query);
  };
  return { portal: { api: { call }, account: { clientId: "1001" } } as unknown as Portal, asked };
}

const numbers = (total: number) => Array.from({ length: total }, (_, index) => index);

/** One that holds this many things, in pages. */
function paging(total: number) {
  return portalOf(({ pageNumber = 1, pageSize = 1 }) => ({
    items: numbers(total).slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    totalCount: total,
  }));
}

const context = { config: { absent: [] }, log: { error: () => 0 }, requestId: "1", signal: {} } as never;
const at = (search: string) => ({
  request: new Request(`http://portal.example/things${search}`),
  context,
});
const pagesOf = (asked: readonly ListRequest[]) => asked.map(({ pageNumber }) => pageNumber);
const keysOf = ({ rows }: { rows: readonly { key: string }[] }) => rows.map(({ key }) => Number(key));

async function collected(rows: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe("a page of a list", () => {
  it("is one call", async () => {
    const { portal, asked } = paging(20);
    const view = await loadList(things, at("?page=2"), portal);
    expect(keysOf(view)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(view).toMatchObject({ total: 20, state: { page: 2 }, account: "1001" });
    expect(view.rows[0]).toMatchObject({ name: "Thing 8", text: { name: "Thing 8" } });
    expect(view.rows[0]?.to).toBe("/things/8?list=page=2");
    expect(pagesOf(asked)).toEqual([2]);
  });

  it("is the last one when the address names one beyond it", async () => {
    const { portal, asked } = paging(20);
    const view = await loadList(things, at("?page=9"), portal);
    expect([keysOf(view), view.state.page]).toEqual([[16, 17, 18, 19], 3]);
    expect(pagesOf(asked)).toEqual([9, 3]);
  });

  it("is empty without a call when no box of the filter is ticked", async () => {
    const { portal, asked } = paging(20);
    expect(await loadList(things, at("?status=&page=2"), portal)).toMatchObject({ rows: [], total: 0 });
    expect(asked).toEqual([]);
  });

  it("is the first of an empty list", async () => {
    const { portal } = paging(0);
    expect(await loadList(things, at("?page=3"), portal)).toMatchObject({
      rows: [],
      total: 0,
      state: { page: 1 },
    });
  });

  it("asks for the codes of what is ticked, and for everything where all of it means that", async () => {
    const { portal, asked } = paging(1);
    const all = "?status=even&status=odd";
    for (const search of ["", all]) await loadList(things, at(search), portal);
    const open = { ...things, filter: { ...things.filter!, allMeansAny: true as const } };
    await loadList(open, at(all), portal);
    expect(asked.map((query) => query.includedStatusCodes)).toEqual([[1], [0, 1], undefined]);
  });

  it("asks by names where the statuses have names", async () => {
    const { portal, asked } = paging(1);
    const choices = [
      { code: "Open", value: "open", label: "Open", tone: "info" as const },
      { code: "Closed", value: "closed", label: "Closed", tone: "neutral" as const },
    ];
    const named = { ...things, filter: { of: () => "Open", choices, defaults: ["open"] } };
    await loadList(named, at(""), portal);
    expect(asked).toMatchObject([{ includedStatuses: ["Open"] }]);
    expect(asked[0]).not.toHaveProperty("includedStatusCodes");
  });

  it("is cut here where the API answers all of it though it was asked for a page", async () => {
    const { portal } = portalOf(() => ({ items: numbers(60), totalCount: 60 }));
    const view = await loadList(things, at("?page=9"), portal);
    expect([keysOf(view), view.total, view.state.page]).toEqual([[56, 57, 58, 59], 60, 8]);
    expect(await collected(loadAllItems(things, portal, "http://portal.example/things"))).toHaveLength(60);
  });

  it("counts no fewer than it shows", async () => {
    const { portal } = portalOf(() => ({ items: [1, 3], totalCount: 0 }));
    expect(await loadList(things, at(""), portal)).toMatchObject({ total: 2, rows: [{}, {}] });
  });

  it("shows what has a status that nobody knows, unless somebody chose others", async () => {
    const { portal } = portalOf(() => [1, 2.5, 4]);
    const shown = async (search: string) => keysOf(await loadList(things, at(search), portal));
    expect([await shown(""), await shown("?status=even")]).toEqual([[1, 2.5], [4]]);
    expect(await shown("?status=even&status=odd")).toEqual([1, 2.5, 4]);
  });

  it("is cut here where the API answers all of it", async () => {
    const { portal } = portalOf(() => numbers(60));
    const view = await loadList(things, at("?page=9&sort=-name&search=thing+1"), portal);
    expect(keysOf(view)).toEqual([11, 1]);
    expect([view.total, view.state.page]).toEqual([10, 2]);
  });
});

describe("a list that can't be loaded", () => {
  const loadFailing = (kind: FailureKind) => {
    const failing = failedCall({ method: "GET", path: "/things", failure: "No things." }, { kind });
    const call = () => Promise.reject(failing);
    return loadList(things, at("?search=kept"), { ...paging(0).portal, api: { call } } as unknown as Portal);
  };

  const statuses = { failed: 502, malformed: 502, network: 503, busy: 503, timeout: 504 };
  it.each(Object.entries(statuses) as [FailureKind, number][])(
    "(%s) keeps its search and has the status %i",
    async (kind, status) => {
      const failure = { status, reference: "1" };
      expect(await loadFailing(kind)).toMatchObject({ rows: [], state: { search: "kept" }, failure });
    },
  );

  it.each<FailureKind>(["unauthorised", "forbidden", "notFound"])("(%s) is an error page", async (kind) => {
    await expect(loadFailing(kind)).rejects.toMatchObject({ kind });
  });
});

describe("a list of very many", () => {
  it("whose API answers all at once is paged through as far as it is read, and says how many are left out", async () => {
    const { portal, asked } = portalOf(() => ({ items: numbers(5_000), totalCount: 80_000 }));
    const view = await loadList(things, at("?page=3"), portal);
    expect(keysOf(view)).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
    expect([view.total, view.omitted, asked.length]).toEqual([5_000, 75_000, 1]);
  });

  it("lets others be served while it is put in order", async () => {
    const slow = { ...things, searchText: (n: number) => `Thing ${n} ${"x".repeat(50_000)}` };
    let served = 0;
    const serve = () => {
      served += 1;
      timer = setImmediate(serve);
    };
    let timer = setImmediate(serve);
    await showItems(slow, at("?search=thing"), paging(0).portal, numbers(2_000));
    clearImmediate(timer);
    expect(served).toBeGreaterThan(3);
  });
});

describe("items of something else", () => {
  it("are shown the same way, and carry along what belongs to the page's address", async () => {
    const { portal } = paging(0);
    const view = await showItems(things, at("?sort=-name"), portal, [1, 3, 2], [["list", "page=2"]]);
    expect(keysOf(view)).toEqual([3, 2, 1]);
    expect(view.state.otherParams).toEqual([["list", "page=2"]]);
  });
});

describe("every item", () => {
  const address = (search = "") => `http://portal.example/things/export.csv${search}`;

  it("comes page after page, each asked for when it is due", async () => {
    const { portal, asked } = paging(250);
    expect(await collected(loadAllItems(things, portal, address("?page=2")))).toHaveLength(250);
    expect(pagesOf(asked)).toEqual([1, 2, 3]);
    const lazy = paging(250);
    await loadAllItems(things, lazy.portal, address()).next();
    expect(pagesOf(lazy.asked)).toEqual([1]);
  });

  it("ends where the API has nothing more, whatever it counts", async () => {
    let calls = 0;
    const { portal } = portalOf(() => ({ items: calls++ === 0 ? [1, 2] : [], totalCount: 1_000 }));
    expect(await collected(loadAllItems(things, portal, address()))).toEqual([1, 2]);
  });

  it("ends where the API repeats its page", async () => {
    const { portal } = portalOf(() => ({ items: [1, 2], totalCount: 9e15 }));
    expect(await collected(loadAllItems(things, portal, address()))).toEqual([1, 2]);
  });

  it("comes once where two pages overlap, and what never comes is told", async () => {
    const { portal } = portalOf(({ pageNumber = 1 }) => ({
      items: numbers(pageNumber === 1 ? 100 : 150).slice(pageNumber === 1 ? 0 : 50),
      totalCount: 400,
    }));
    const omitted: number[] = [];
    const all = loadAllItems(things, portal, address(), (count) => omitted.push(count));
    expect(await collected(all)).toEqual(numbers(150));
    expect(omitted).toEqual([250]);
  });

  it("comes once where one answer holds it twice, and nothing is said to be missing", async () => {
    const { portal } = portalOf(() => ({ items: [1, 2, 2, 3], totalCount: 4 }));
    const omitted: number[] = [];
    const all = loadAllItems(things, portal, address(), (count) => omitted.push(count));
    expect([await collected(all), omitted]).toEqual([[1, 2, 3], [0]]);
  });

  it("of a list answered whole tells what the API left out", async () => {
    const { portal } = portalOf(() => Object.assign(numbers(20), { totalCount: 30 }));
    const omitted: number[] = [];
    await collected(loadAllItems(things, portal, address(), (count) => omitted.push(count)));
    expect(omitted).toEqual([10]);
  });

  it.each([
    [0, undefined],
    [1, "Not all things could be loaded: 1 more is not in this file."],
    [1_500, "Not all things could be loaded: 1,500 more are not in this file."],
  ])("%i missing are told", (count, text) => {
    expect(missingItemsNote({ noun: "things" }, count)).toBe(text);
  });

  it("are none when no box of the filter is ticked", async () => {
    expect(await collected(loadAllItems(things, paging(5).portal, address("?status=")))).toEqual([]);
  });
});

describe("the first few items with a keyword", () => {
  const search = { keyword: "thing", limit: 3 };
  const seeAll = "/things?search=thing&status=odd&status=even";

  it("are one call, whatever their status", async () => {
    const { portal, asked } = paging(20);
    expect(await findItems(things, portal, search, {})).toEqual({ items: [0, 1, 2], total: 20, seeAll });
    expect(asked).toEqual([
      { pageNumber: 1, pageSize: 3, sortBy: "name ASC", searchKeyword: "thing", includedStatusCodes: [0, 1] },
    ]);
  });

  it("are looked for here where the API answers all of it", async () => {
    const { portal } = portalOf(() => numbers(20).toReversed());
    expect(await findItems(things, portal, search, {})).toEqual({ items: [0, 1, 2], total: 20, seeAll });
  });
});

it("shows the field that a column names, and eight rows of it, where nothing else is said", async () => {
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
  const rows = numbers(9).map((count) => ({ fullName: `Row ${count}`, count }));
  const { list, rows: shown } = await showItems(plain, at("?sort=lines"), portalOf(() => []).portal, rows);
  expect(list).toMatchObject({ defaultSize: 8, sizes: [8, 20, 50, 100] });
  expect(shown.map(({ text }) => text.lines)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});
