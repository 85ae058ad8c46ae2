import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isNarrowed,
  keywordError,
  listQueryString,
  phonePlaceOf,
  queryStringOfSelects,
  readListState,
  statePairs,
  toListRequest,
  type ListDefinition,
} from "./list-state.ts";

const list: ListDefinition = {
  id: "contacts",
  path: "/contacts",
  noun: "contacts",
  empty: "There are none yet.",
  columns: [
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "issuedOn", label: "Date Issued", sort: "issuedon" },
    { key: "status", label: "Account Status" },
  ],
  defaultSort: "fullName",
  defaultSize: 8,
  sizes: [5, 8, 20, 50, 100],
  search: { label: "Search contacts", delayMs: 1000 },
  filter: {
    choices: ["0", "1", "2"].map((value) => ({ value, label: value })),
    defaults: ["0", "1"],
  },
};
const initial = { search: "", sort: "fullName", descending: false, page: 1, size: 8, filter: ["0", "1"] };
const read = (search: string) => readListState(`http://portal.example/contacts${search}`, list);

describe("a list's state", () => {
  it("has the defaults for a URL without parameters", () => expect(read("")).toEqual(initial));

  it("is read from the URL", () => {
    expect(read("?search=anna&sort=-issuedOn&page=3&size=20&status=2")).toEqual({
      search: "anna",
      sort: "issuedOn",
      descending: true,
      page: 3,
      size: 20,
      filter: ["2"],
    });
  });

  it.each([
    "?page=0",
    "?page=-1",
    "?page=1.5",
    "?page=x",
    "?page=1e99",
    "?page=",
    "?size=7",
    "?size=100000",
    "?size=NaN",
    "?sort=status",
    "?sort=password",
    "?sort=--fullName",
    "?sort=fullName%20DESC;drop",
    "?sort=constructor",
    "?status=9",
    "?status=__proto__",
    "?search=%20%00%0a%E2%80%AE%20",
  ])("falls back to the defaults for %s", (search) => expect(read(search)).toEqual(initial));

  it("keeps other query parameters", () => {
    const state = { ...read("?page=2"), otherParams: [["list", "page=3&search=a b"]] as const };
    expect(listQueryString(list, state, { page: 3 })).toBe("?page=3&list=page%3D3%26search%3Da+b");
    expect(statePairs(list, { ...state, page: 1 })).toEqual([["list", "page=3&search=a b"]]);
  });

  it("reads an empty filter as empty, not as the default", () => {
    expect(read("?status=").filter).toEqual([]);
    expect(read("?status=&status=2").filter).toEqual(["2"]);
  });

  it("keeps a long keyword whole, and says that it isn't searched for", () => {
    const { search } = read(`?search=${"x".repeat(101)}`);
    expect(search).toHaveLength(101);
    expect(keywordError(search)).toBe("Type no more than 100 characters to search");
    expect(["", "ab", "abc"].map((keyword) => keywordError(keyword))).toEqual([
      undefined,
      "Type at least 3 characters to search",
      undefined,
    ]);
  });

  it("is the same after being written to a URL and read again", () => {
    const anyState = fc.record({
      search: fc.string().map((text) => read(`?search=${encodeURIComponent(text)}`).search),
      sort: fc.constantFrom("fullName", "issuedOn"),
      descending: fc.boolean(),
      page: fc.integer({ min: 1, max: 1_000 }),
      size: fc.constantFrom(5, 8, 20, 50, 100),
      filter: fc.subarray(["0", "1", "2"]),
    });
    fc.assert(
      fc.property(anyState, (state) => {
        expect(read(listQueryString(list, state, state))).toEqual(state);
      }),
    );
  });

  it("is valid for any URL", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("search", "sort", "page", "size", "status"), fc.string())),
        (pairs) => {
          const state = read(`?${new URLSearchParams(pairs)}`);
          expect(list.sizes).toContain(state.size);
          expect(["fullName", "issuedOn"]).toContain(state.sort);
          expect(Number.isInteger(state.page) && state.page > 0).toBe(true);
          expect(["0", "1", "2"]).toEqual(expect.arrayContaining([...state.filter]));
          expect(state.search).not.toMatch(/\p{Cc}/u);
        },
      ),
    );
  });
});

describe("the request to the API", () => {
  it("has page, size, order and keyword", () => {
    expect(toListRequest(list, initial)).toEqual({ pageNumber: 1, pageSize: 8, sortBy: "fullName ASC" });
    expect(toListRequest(list, read("?search=anna&sort=-issuedOn&page=2&size=5"))).toEqual({
      pageNumber: 2,
      pageSize: 5,
      sortBy: "issuedon DESC",
      searchKeyword: "anna",
    });
  });

  it("leaves out a keyword of less than three characters", () => {
    expect(toListRequest(list, read("?search=an"))).not.toHaveProperty("searchKeyword");
    expect(isNarrowed(list, read("?search=an"))).toBe(false);
    expect(isNarrowed(list, read("?search=ann"))).toBe(true);
  });
});

describe("query strings", () => {
  it("leave out defaults and start at page 1", () => {
    expect(listQueryString(list, { ...initial, page: 4 })).toBe("?");
    expect(listQueryString(list, { ...initial, page: 4, size: 5 }, { descending: true })).toBe(
      "?sort=-fullName&size=5",
    );
    expect(listQueryString(list, initial, { page: 2 })).toBe("?page=2");
    expect(statePairs(list, { ...initial, filter: [] })).toEqual([["status", ""]]);
  });

  it.each([
    [{ sort: "-issuedOn", size: "20" }, "?sort=-issuedOn&size=20"],
    [{ sort: "fullName", size: "8", page: "4" }, "?"],
    [{ sort: "password", size: "7" }, "?"],
    [{}, "?"],
  ])("are made from the selects inside a form: %j", (chosen, expected) => {
    expect(queryStringOfSelects(list, { search: "", sort: "", size: "", ...chosen })).toBe(expected);
  });
});

it("`onPhone` places the columns of a row on a phone: icons and checkboxes are tools, other columns are unseen", () => {
  const places = (onPhone?: ListDefinition["onPhone"]) =>
    [...list.columns, { key: "edit", icon: "pencil" as const }, { key: "ticks" }].map((column) =>
      phonePlaceOf({ ...list, onPhone }, column),
    );
  expect(places({ title: "fullName", facts: ["status"] })).toEqual([
    "title",
    "unseen",
    "fact",
    "tools",
    "tools",
  ]);
  expect(places({ title: "status", value: "issuedOn", facts: [] })).toContain("value");
  expect(new Set(places())).toEqual(new Set([undefined]));
});
