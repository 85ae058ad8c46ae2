import { describe, expect, it } from "vitest";
import { defineList, readListState, type ListState } from "./define-list.ts";
import { everyRow, loadList, type ListQuery } from "./load-list.ts";

const list = defineList({
  id: "things",
  columns: [{ key: "name", label: "Name", sort: "name" }],
  defaultSort: "name",
  defaultSize: 8,
  filter: { name: "status", label: "Status", options: [{ value: "0", label: "New" }], defaults: ["0"] },
});

/** An API that holds this many things; `asked` are the pages that it was asked for. */
function api(total: number) {
  const asked: number[] = [];
  const all = Array.from({ length: total }, (_, index) => index);
  const ask = async ({ pageNumber, pageSize }: ListQuery) => {
    asked.push(pageNumber);
    return { items: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), totalCount: total };
  };
  return { ask, asked };
}

const at = (search: string): ListState => readListState(search, list);

async function collected(rows: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe("a page of a list", () => {
  it("is one call", async () => {
    const { ask, asked } = api(20);
    const loaded = await loadList(list, at("?page=2"), ask);
    expect(loaded).toMatchObject({ items: [8, 9, 10, 11, 12, 13, 14, 15], total: 20, state: { page: 2 } });
    expect(asked).toEqual([2]);
  });

  it("is the last one when the address names one beyond it", async () => {
    const { ask, asked } = api(20);
    expect(await loadList(list, at("?page=9"), ask)).toMatchObject({
      items: [16, 17, 18, 19],
      state: { page: 3 },
    });
    expect(asked).toEqual([9, 3]);
  });

  it("is empty without a call when no box of the filter is ticked", async () => {
    const { ask, asked } = api(20);
    expect(await loadList(list, at("?status=&page=2"), ask)).toMatchObject({ items: [], total: 0 });
    expect(asked).toEqual([]);
  });

  it("is the first of an empty list", async () => {
    expect(await loadList(list, at("?page=3"), api(0).ask)).toMatchObject({
      items: [],
      total: 0,
      state: { page: 1 },
    });
  });
});

describe("every row", () => {
  it("comes page after page, each asked for when it is due", async () => {
    const { ask, asked } = api(250);
    expect(await collected(everyRow(list, at("?page=2"), ask))).toHaveLength(250);
    expect(asked).toEqual([1, 2, 3]);
    const lazy = api(250);
    await everyRow(list, at(""), lazy.ask).next();
    expect(lazy.asked).toEqual([1]);
  });

  it("ends where the API has nothing more, whatever it counts", async () => {
    let calls = 0;
    const ask = async () => ({ items: calls++ === 0 ? [1, 2] : [], totalCount: 1_000 });
    expect(await collected(everyRow(list, at(""), ask))).toEqual([1, 2]);
  });

  it("are none when no box of the filter is ticked", async () => {
    expect(await collected(everyRow(list, at("?status="), api(5).ask))).toEqual([]);
  });
});
