import { describe, expect, it } from "vitest";
import type { Address } from "#app/portal-api/addresses.ts";
import { findLocations } from "./find-locations.ts";

const address = (addressId: number, line1: string, more: Partial<Address> = {}): Address => ({
  addressId,
  line1,
  ...more,
});
const all = [
  address(1, "10 Quay", { town: "Whitby", postCode: "YO21 3AJ" }),
  address(2, "2 quay", { town: "Leeds", postCode: "LS1 5HD", notes: "Ring TWICE" }),
  address(3, "Åby House", { fullAddressWithoutPostCode: "Åby House, Filey", postCode: "AB1 1AA" }),
];
const query = { pageNumber: 1, pageSize: 10, sortBy: "address ASC" };
const ids = (found: { items: readonly Address[] }) => found.items.map(({ addressId }) => addressId);

describe("findLocations", () => {
  it("sorts as people do: numbers by value, without regard to case and accents", () => {
    expect(ids(findLocations(all, query))).toEqual([2, 1, 3]);
    expect(ids(findLocations(all, { ...query, sortBy: "address DESC" }))).toEqual([3, 1, 2]);
    expect(ids(findLocations(all, { ...query, sortBy: "postCode ASC" }))).toEqual([3, 2, 1]);
  });

  it.each([
    ["WHITBY", [1]],
    ["yo213aj", [1]],
    ["quay leeds", [2]],
    ["twice", [2]],
    ["nowhere", []],
    ["", [2, 1, 3]],
  ])("finds '%s' in any field, in any case", (searchKeyword, expected) => {
    expect(ids(findLocations(all, { ...query, searchKeyword }))).toEqual(expected);
  });

  it("also finds what only the API's own search text holds", () => {
    const hidden = [...all, address(4, "Depot", { searchField: "depot goods inwards" })];
    expect(ids(findLocations(hidden, { ...query, searchKeyword: "Goods" }))).toEqual([4]);
  });

  it("pages, tells how many there are, and leaves the list as it was", () => {
    const before = [...all];
    const found = findLocations(all, { ...query, pageNumber: 2, pageSize: 2 });
    expect([ids(found), found.totalCount]).toEqual([[3], 3]);
    expect(all).toEqual(before);
  });
});
