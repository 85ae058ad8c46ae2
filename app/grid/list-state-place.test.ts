import { describe, expect, it } from "vitest";
import { listPlaceOf, readListPlace, urlWithQuery } from "./list-state.ts";
import { readListState, type ListDefinition } from "./list-state.ts";

const list: ListDefinition = {
  id: "things",
  path: "/things",
  noun: "things",
  empty: "There are none yet.",
  columns: [{ key: "name", label: "Name", sort: "name" }],
  defaultSort: "name",
  defaultSize: 8,
  sizes: [8, 20],
  search: { label: "Search", delayMs: 300 },
  filter: { choices: [{ value: "new", label: "New" }], defaults: ["new"] },
};

/** The list's URL for the `list` parameter of an item's page. */
function listUrlFor(place: string): string {
  const url = new URL("http://portal.example/things/1");
  url.searchParams.set("list", place);
  return urlWithQuery("/things", readListPlace(list, url.href));
}

describe("the link back to a list", () => {
  it.each(["?search=a%26b%3Dc+%C2%A3+%23&page=2", "?sort=-name&size=20&page=7", "?status="])(
    "restores the list's state: %s",
    (query) => {
      const place = listPlaceOf(list, readListState(query, list)) ?? "";
      expect(readListState(listUrlFor(place).replace("/things", ""), list)).toEqual(
        readListState(query, list),
      );
    },
  );

  it("adds nothing for the default state", () => {
    expect(listPlaceOf(list, readListState("", list))).toBeUndefined();
    expect(urlWithQuery("/things", readListPlace(list, "http://portal.example/things/1"))).toBe("/things");
  });

  it.each([
    "//evil.example/",
    "javascript:alert(1)",
    "page=-1&size=7&sort=__proto__&status=x&next=//evil.example",
    '"><script>',
    "%",
    "#",
    "\u0000",
    "\uD800",
    "",
  ])("ignores %j", (named) => {
    expect(listUrlFor(named)).toBe("/things");
  });

  it("leaves out a keyword that's too long to be searched for", () => {
    expect(listUrlFor(`search=${"x".repeat(100)}`)).toBe(`/things?search=${"x".repeat(100)}`);
    expect(listUrlFor(`search=${"x".repeat(101)}`)).toBe("/things");
  });
});
