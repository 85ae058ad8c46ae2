import { expect, it } from "vitest";
import type { Address } from "#app/portal-api/addresses.ts";
import { toAddress, valuesOf } from "./location-form.ts";

const stored: Address = {
  addressId: 7,
  rowVersion: "AAA=",
  line1: " 1 Quay ",
  line2: null,
  town: "Whitby",
  postCode: "YO21 3AJ",
  notes: "Ring twice",
  isBusy: false,
  searchField: "1 quay",
};

it("shows what is stored, tidied, and nothing as empty", () => {
  expect(valuesOf(stored)).toEqual({
    line1: "1 Quay",
    line2: "",
    town: "Whitby",
    county: "",
    postCode: "YO21 3AJ",
    notes: "Ring twice",
  });
});

it("sends the object back whole, with the version that the person saw", () => {
  const sent = toAddress(stored, { ...valuesOf(stored), notes: "", town: "Leeds" }, "OLD=");
  expect(sent).toEqual({ ...stored, line1: "1 Quay", rowVersion: "OLD=", town: "Leeds", notes: "" });
  expect("county" in sent && sent.county).toBeUndefined();
});

it("keeps a number a number, and the version of a new location", () => {
  expect(toAddress({ ...stored, rowVersion: 3 }, valuesOf(stored), "2").rowVersion).toBe(2);
  expect(toAddress({ ...stored, addressId: -1, rowVersion: 0 }, valuesOf(stored)).rowVersion).toBe(0);
});
