import { describe, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { failedCall, refusal, type FailureKind } from "#shared/portal-api/errors.ts";
import type { ListRequest } from "#shared/portal-api/list-request.ts";
import { defineList, type List } from "./define-list.server.ts";
import { loadAllItems, loadList, missingItemsNote, searchItems, showItems } from "./list-loader.server.ts";

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
    codeOf: (n) => n % 2,
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

/** An API with this answer; `asked` collects the queries it gets. */
function portalOf(answer: (query: ListRequest) => Answer) {
  const asked: ListRequest[] = [];
  const call = async (_: unknown, { query }: { query: ListRequest }) => {
    asked.push(query);
    return answer(query);
  };
  return { portal: { api: { call }, account: { clientId: "1001" } } as unknown as Portal, asked };
}

const numbers = (total: number) => Array.from({ length: total }, (_, index) => index);

/** An API that pages this many things, `maxSize` of them at once even if more are requested. */
function paging(total: number, maxSize = Infinity) {
  return portalOf(({ pageNumber = 1, pageSize = 1 }) => {
    const size = Math.min(pageSize, maxSize);
    return { items: numbers(total).slice((pageNumber - 1) * size, pageNumber * size), totalCount: total };
  });
}

const context = { config: { absent: [] }, log: { error: () => 0 }, requestId: "1", signal: {} } as never;
const pageAt = (search: string) => ({
  request: new Request(`http://portal.example/things${search}`),
  context,
});
const pagesOf = (asked: readonly ListRequest[]) => asked.map(({ pageNumber }) => pageNumber);
const keysOf = ({ rows }: { rows: readonly { key: string }[] }) => rows.map(({ key }) => Number(key));

async function collect(rows: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe("a page of a list", () => {
  it("takes one call", async () => {
    const { portal, asked } = paging(20);
    const view = await loadList(things, pageAt("?page=2"), portal);
    expect(keysOf(view)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(view).toMatchObject({ total: 20, state: { page: 2 } });
    expect(view.rows[0]).toMatchObject({ name: "Thing 8", text: { name: "Thing 8" } });
    expect(view.rows[0]?.to).toBe("/things/8?list=page=2");
    expect(pagesOf(asked)).toEqual([2]);
  });

  it("is the last one if the URL names a later one", async () => {
    const { portal, asked } = paging(20);
    const view = await loadList(things, pageAt("?page=9"), portal);
    expect([keysOf(view), view.state.page]).toEqual([[16, 17, 18, 19], 3]);
    expect(pagesOf(asked)).toEqual([9, 3]);
  });

  it("is empty without a call if no box of the filter is ticked", async () => {
    const { portal, asked } = paging(20);
    expect(await loadList(things, pageAt("?status=&page=2"), portal)).toMatchObject({ rows: [], total: 0 });
    expect(asked).toEqual([]);
  });

  it("is page 1 if the list is empty", async () => {
    const { portal } = paging(0);
    const view = await loadList(things, pageAt("?page=3"), portal);
    expect(view).toMatchObject({ rows: [], total: 0, state: { page: 1 } });
  });

  it("requests the ticked status codes, or no filter if all are ticked and `includesUnknownIfAllTicked`", async () => {
    const { portal, asked } = paging(1);
    const all = "?status=even&status=odd";
    for (const search of ["", all]) await loadList(things, pageAt(search), portal);
    const filter = { ...things.filter!, includesUnknownIfAllTicked: true as const };
    await loadList({ ...things, filter }, pageAt(all), portal);
    expect(asked.map((query) => query.includedStatusCodes)).toEqual([[1], [0, 1], undefined]);
  });

  it("requests status names if the codes are texts", async () => {
    const { portal, asked } = paging(1);
    const choices = [
      { code: "Open", value: "open", label: "Open", tone: "info" as const },
      { code: "Closed", value: "closed", label: "Closed", tone: "neutral" as const },
    ];
    const filter = { codeOf: () => "Open", choices, defaults: ["open"] };
    await loadList({ ...things, filter }, pageAt(""), portal);
    expect(asked).toMatchObject([{ includedStatuses: ["Open"] }]);
    expect(asked[0]).not.toHaveProperty("includedStatusCodes");
  });

  it("is cut out of the answer if the API sends all items although one page was requested", async () => {
    const { portal } = portalOf(() => ({ items: numbers(60), totalCount: 60 }));
    const view = await loadList(things, pageAt("?page=9"), portal);
    expect([keysOf(view), view.total, view.state.page]).toEqual([[56, 57, 58, 59], 60, 8]);
    expect(await collect(loadAllItems(things, portal, "http://portal.example/things"))).toHaveLength(60);
  });

  it("has a total of at least the rows it shows", async () => {
    const { portal } = portalOf(() => ({ items: [1, 3], totalCount: 0 }));
    expect(await loadList(things, pageAt(""), portal)).toMatchObject({ total: 2, rows: [{}, {}] });
  });

  it("has rows of unknown status if the filter is the default or all its boxes are ticked", async () => {
    const { portal } = portalOf(() => [1, 2.5, 4]);
    const shown = async (search: string) => keysOf(await loadList(things, pageAt(search), portal));
    expect([await shown(""), await shown("?status=even")]).toEqual([[1, 2.5], [4]]);
    expect(await shown("?status=even&status=odd")).toEqual([1, 2.5, 4]);
  });

  it("is filtered, sorted and cut out of the answer if the API doesn't page", async () => {
    const { portal } = portalOf(() => numbers(60));
    const view = await loadList(things, pageAt("?page=9&sort=-name&search=thing+1"), portal);
    expect(keysOf(view)).toEqual([11, 1]);
    expect([view.total, view.state.page]).toEqual([10, 2]);
  });
});

describe("a list that can't be loaded", () => {
  const loadFailing = (kind: FailureKind) => {
    const error = failedCall({ method: "GET", path: "/things", failure: "No things." }, { kind });
    const call = () => Promise.reject(error);
    const portal = { ...paging(0).portal, api: { call } } as unknown as Portal;
    return loadList(things, pageAt("?search=kept"), portal);
  };

  const statuses = { failed: 502, malformed: 502, network: 503, busy: 503, timeout: 504 };
  it.each(Object.entries(statuses) as [FailureKind, number][])(
    "(%s) keeps its state and has the status %i",
    async (kind, status) => {
      const failure = { status, reference: "1" };
      expect(await loadFailing(kind)).toMatchObject({ rows: [], state: { search: "kept" }, failure });
    },
  );

  it.each<FailureKind>(["unauthorised", "forbidden", "notFound"])("(%s) is an error page", async (kind) => {
    await expect(loadFailing(kind)).rejects.toMatchObject({ kind });
  });
});

describe("a very long list", () => {
  it("is paged as far as it was read, and says how many items are left out, if the API sends all", async () => {
    const { portal, asked } = portalOf(() => ({ items: numbers(5_000), totalCount: 80_000 }));
    const view = await loadList(things, pageAt("?page=3"), portal);
    expect(keysOf(view)).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
    expect([view.total, view.omitted, asked.length]).toEqual([5_000, 75_000, 1]);
  });

  it("lets other requests be served while it is sorted", async () => {
    const slowToSearch = { ...things, searchText: (n: number) => `Thing ${n} ${"x".repeat(50_000)}` };
    let served = 0;
    const serve = () => {
      served += 1;
      timer = setImmediate(serve);
    };
    let timer = setImmediate(serve);
    await showItems(slowToSearch, pageAt("?search=thing"), numbers(2_000));
    clearImmediate(timer);
    expect(served).toBeGreaterThan(3);
  });
});

describe("showItems", () => {
  it("sorts and pages the given items, and keeps other query parameters", async () => {
    const items = [1.25, -10, 1.5, -2, 3];
    const view = await showItems(things, pageAt("?sort=-name"), items, [["list", "page=2"]]);
    expect(keysOf(view)).toEqual([3, 1.5, 1.25, -2, -10]);
    expect(view.state.otherParams).toEqual([["list", "page=2"]]);
  });
});

describe("loadAllItems", () => {
  const address = (search = "") => `http://portal.example/things/export.csv${search}`;
  /** All items, and what was reported as missing. */
  const collectAll = async (portal: Portal) => {
    const omitted: number[] = [];
    return [await collect(loadAllItems(things, portal, address(), (count) => omitted.push(count))), omitted];
  };

  it("requests each page only when its items are read, even if pages are shorter than requested", async () => {
    const { portal, asked } = paging(250, 60);
    expect(await collect(loadAllItems(things, portal, address("?page=2")))).toEqual(numbers(250));
    expect(pagesOf(asked)).toEqual([1, 2, 3, 4, 5]);
    const lazy = paging(250);
    await loadAllItems(things, lazy.portal, address()).next();
    expect(pagesOf(lazy.asked)).toEqual([1]);
  });

  it("ends at an empty page, whatever the API's total", async () => {
    let calls = 0;
    const { portal } = portalOf(() => ({ items: calls++ === 0 ? [1, 2] : [], totalCount: 1_000 }));
    expect(await collect(loadAllItems(things, portal, address()))).toEqual([1, 2]);
  });

  it("ends if the API repeats a page", async () => {
    const { portal } = portalOf(() => ({ items: [1, 2], totalCount: 9e15 }));
    expect(await collect(loadAllItems(things, portal, address()))).toEqual([1, 2]);
  });

  it("reads on after a full page if the API's total counts that page alone", async () => {
    const { portal, asked } = portalOf(({ pageNumber = 1 }) => {
      const items = numbers(250).slice((pageNumber - 1) * 100, pageNumber * 100);
      return { items, totalCount: items.length };
    });
    expect(await collect(loadAllItems(things, portal, address()))).toEqual(numbers(250));
    expect(pagesOf(asked)).toEqual([1, 2, 3]);
  });

  it("ends if the API refuses a page beyond its total", async () => {
    const { portal } = portalOf(({ pageNumber = 1 }) => {
      if (pageNumber > 1) throw refusal("pageNumber", "There is no such page.");
      return { items: numbers(100), totalCount: 100 };
    });
    expect(await collect(loadAllItems(things, portal, address()))).toEqual(numbers(100));
  });

  it("yields an item once if pages overlap, and reports how many never came", async () => {
    const { portal } = portalOf(({ pageNumber = 1 }) => ({
      items: numbers(pageNumber === 1 ? 100 : 150).slice(pageNumber === 1 ? 0 : 50),
      totalCount: 400,
    }));
    expect(await collectAll(portal)).toEqual([numbers(150), [250]]);
  });

  it("yields an item once if a page has it twice, and reports nothing missing", async () => {
    const { portal } = portalOf(() => ({ items: [1, 2, 2, 3], totalCount: 4 }));
    expect(await collectAll(portal)).toEqual([[1, 2, 3], [0]]);
  });

  it("reports an item that it may have missed because the list shrank meanwhile, and asks for no page beyond it", async () => {
    const { portal } = portalOf(({ pageNumber = 1 }) => {
      if (pageNumber > 2) throw refusal("pageNumber", "There is no such page.");
      const items = pageNumber === 1 ? numbers(100) : numbers(150).slice(101);
      return { items, totalCount: pageNumber === 1 ? 150 : 149 };
    });
    expect((await collectAll(portal))[1]).toEqual([1]);
  });

  it("reports what the API left out of an unpaged list", async () => {
    const { portal } = portalOf(() => Object.assign(numbers(20), { totalCount: 30 }));
    expect((await collectAll(portal))[1]).toEqual([10]);
  });

  it.each([
    [0, undefined],
    [1, "We couldn't load all the things: 1 more is not in this file."],
    [1_500, "We couldn't load all the things: 1,500 more are not in this file."],
  ])("for %i missing items has the note %j", (count, text) => {
    expect(missingItemsNote({ noun: "things" }, count)).toBe(text);
  });

  it("yields nothing if no box of the filter is ticked", async () => {
    expect(await collect(loadAllItems(things, paging(5).portal, address("?status=")))).toEqual([]);
  });
});

describe("searchItems", () => {
  const search = { keyword: "thing", limit: 3 };
  const seeAll = "/things?search=thing&status=odd&status=even";

  it("takes one call, for any status", async () => {
    const { portal, asked } = paging(20);
    expect(await searchItems(things, portal, search, {})).toEqual({ items: [0, 1, 2], total: 20, seeAll });
    expect(asked).toEqual([
      { pageNumber: 1, pageSize: 3, sortBy: "name ASC", searchKeyword: "thing", includedStatusCodes: [0, 1] },
    ]);
  });

  it("searches the items itself if the API doesn't page", async () => {
    const { portal } = portalOf(() => numbers(20).toReversed());
    expect(await searchItems(things, portal, search, {})).toEqual({ items: [0, 1, 2], total: 20, seeAll });
  });
});
