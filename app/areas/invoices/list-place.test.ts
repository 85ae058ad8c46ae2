import { describe, expect, it } from "vitest";
import { readListState } from "../../grid/define-list.ts";
import { paths } from "../../paths.ts";
import { invoicesList } from "./invoices-list.ts";
import { listAt, placeIn, placeOf } from "./list-place.ts";

/** The way into a breakdown from the list at this query, and back. */
function thereAndBack(query: string): string {
  const place = placeOf(readListState(query, invoicesList));
  return listAt(placeIn(`http://portal.example${paths.invoice("410001", place)}`));
}

describe("the way back to the list", () => {
  it.each([
    "?search=a%26b%3Dc+%C2%A3+%23&page=2",
    "?sort=-total&size=50&status=live&status=disputed&page=7",
    "?status=",
  ])("leads to where it was left: %s", (query) => {
    const [back, left] = [thereAndBack(query).replace("/invoices", ""), query];
    expect(readListState(back, invoicesList)).toEqual(readListState(left, invoicesList));
  });

  it("adds nothing to the address where the list was as it begins", () => {
    expect(placeOf(readListState("", invoicesList))).toBeUndefined();
    expect(thereAndBack("")).toBe("/invoices");
  });

  it.each([
    "//evil.example/",
    "https://evil.example/",
    "/../login",
    "javascript:alert(1)",
    "page=-1&size=7&sort=__proto__&status=constructor&next=//evil.example",
    '"><script>',
    "%",
    "#",
    "\u0000",
    "\uD800",
    "",
  ])("leads to the list and nowhere else with %j", (text) => {
    const url = new URL("http://portal.example/invoices/1");
    url.searchParams.set("list", text);
    expect(listAt(placeIn(url.href))).toBe("/invoices");
  });

  it("is no longer than the list's own address can be", () => {
    const url = `http://portal.example/invoices/1?list=${encodeURIComponent(`search=${"x".repeat(9_000)}`)}`;
    expect(listAt(placeIn(url))).toBe(`/invoices?search=${"x".repeat(100)}`);
  });
});
