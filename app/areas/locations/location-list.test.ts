import { expect, it } from "vitest";
import { loadList } from "#app/grid/list-loader.server.ts";
import { addressChoices, type Address } from "#app/portal-api/addresses.ts";
import { locationList } from "./location-list.server.ts";

const address = (addressId: number, line1: string, more: Partial<Address> = {}): Address => ({
  addressId,
  line1,
  ...more,
});
const all = [
  address(1, "10 Quay", { town: "Whitby", postCode: "YO21 3AJ", searchField: "goods inwards" }),
  address(2, "2 quay", { town: "Leeds", postCode: "LS1 5HD", notes: "Ring TWICE" }),
  address(3, "Åby House", { fullAddressWithoutPostCode: "Åby House, Filey", postCode: "AB1 1AA" }),
];

async function shown(query: string, addresses = all) {
  const portal = { account: { clientId: "1", name: "One" }, api: { call: async () => addresses } };
  const request = new Request(`http://portal.example/account/locations?${query}`);
  const context = { config: { absent: [] } } as never;
  const { rows, total } = await loadList(locationList, { request, context }, portal as never);
  return { ids: rows.map(({ key }) => Number(key)), total };
}

it("sorts as people do: numbers by value, without regard to case and accents", async () => {
  expect((await shown("")).ids).toEqual([2, 1, 3]);
  expect((await shown("sort=-address")).ids).toEqual([3, 1, 2]);
  expect((await shown("sort=postCode")).ids).toEqual([3, 2, 1]);
});

it("sorts as the selects do, whatever the postcodes", async () => {
  const ends = [
    address(2, "Quay", { town: "Hull", county: "Yorks", postCode: "A1" }),
    address(1, "Quay", { town: "Hull", postCode: "Z1" }),
  ];
  expect(addressChoices([...all, ...ends]).map(({ apiId }) => apiId)).toEqual(
    (await shown("", [...all, ...ends])).ids,
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
  expect((await shown(`search=${search}`)).ids).toEqual(expected);
});

it("pages, tells how many there are, and shows the last page for one beyond it", async () => {
  const many = await shown("size=10&page=9");
  expect(many).toEqual({ ids: [2, 1, 3], total: 3 });
});
