import { describe, expect, it } from "vitest";
import { readListQuery, toListQuery, urlWithListQuery } from "./list-query.ts";
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
  filter: { name: "status", label: "Status", options: [{ value: "new", label: "New" }], defaults: ["new"] },
};

/** The list at the place that the address of a page names. */
function back(named: string): string {
  const url = new URL("http://portal.example/things/1");
  url.searchParams.set("list", named);
  return urlWithListQuery("/things", readListQuery(list, url.href));
}

describe("the way back to a list", () => {
  it.each(["?search=a%26b%3Dc+%C2%A3+%23&page=2", "?sort=-name&size=20&page=7", "?status="])(
    "leads to where it was left: %s",
    (left) => {
      const place = toListQuery(list, readListState(left, list)) ?? "";
      expect(readListState(back(place).replace("/things", ""), list)).toEqual(readListState(left, list));
    },
  );

  it("adds nothing where the list was as it begins", () => {
    expect(toListQuery(list, readListState("", list))).toBeUndefined();
    expect(urlWithListQuery("/things", readListQuery(list, "http://portal.example/things/1"))).toBe(
      "/things",
    );
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
  ])("leads to the list and nowhere else with %j", (named) => {
    expect(back(named)).toBe("/things");
  });

  it("is no longer than the list's own address can be", () => {
    expect(back(`search=${"x".repeat(9_000)}`)).toBe(`/things?search=${"x".repeat(100)}`);
  });
});
