import { expect, it } from "vitest";
import { loadList } from "#app/grid/list-loader.server.ts";
import { addressChoices, type Address } from "#shared/portal-api/addresses.ts";
import { locationList } from "./location-list.server.ts";

const address = (addressId: number, line1: string, details: Partial<Address> = {}): Address => ({
  addressId,
  line1,
  ...details,
});
const all = [
  address(1, "10 Quay", { town: "Whitby", postCode: "YO21 3AJ", searchField: "goods inwards" }),
  address(2, "2 quay", { town: "Leeds", postCode: "LS1 5HD", notes: "Ring TWICE" }),
  address(3, "Åby House", { fullAddressWithoutPostCode: "Åby House, Filey", postCode: "AB1 1AA" }),
];

async function loadRows(query: string, addresses = all) {
  const portal = { account: { clientId: "1", name: "One" }, api: { call: async () => addresses } };
  const request = new Request(`http://portal.example/account/locations?${query}`);
  const context = { config: { absent: [] } } as never;
  const { rows, total } = await loadList(locationList, { request, context }, portal as never);
  return { ids: rows.map(({ key }) => Number(key)), total };
}

it("sorts numbers by value, and ignores case and accents", async () => {
  expect((await loadRows("")).ids).toEqual([2, 1, 3]);
  expect((await loadRows("sort=-address")).ids).toEqual([3, 1, 2]);
  expect((await loadRows("sort=postCode")).ids).toEqual([3, 2, 1]);
});

it("sorts locations like the address choices of forms, which ignores postcodes", async () => {
  const sameStreet = [
    address(2, "Quay", { town: "Hull", county: "Yorks", postCode: "A1" }),
    address(1, "Quay", { town: "Hull", postCode: "Z1" }),
  ];
  expect(addressChoices([...all, ...sameStreet]).map(({ apiId }) => apiId)).toEqual(
    (await loadRows("", [...all, ...sameStreet])).ids,
  );
});

it.each([
  ["WHITBY", [1]],
  ["yo213aj", [1]],
  ["quay leeds", [2]],
  ["twice", [2]],
  ["goods", [1]],
  ["nowhere", []],
])("finds '%s' in any field, in any case", async (search, expected) => {
  expect((await loadRows(`search=${search}`)).ids).toEqual(expected);
});

it("shows the last page if the page number is too high", async () => {
  const result = await loadRows("size=10&page=9");
  expect(result).toEqual({ ids: [2, 1, 3], total: 3 });
});
