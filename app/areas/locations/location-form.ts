import { defineForm } from "#app/forms/define-form.ts";
import { saving } from "#app/forms/summary.ts";
import type { Address } from "#app/portal-api/addresses.ts";
import { sameVersion } from "#app/portal-api/row-version.ts";

/** The location form (spec 1 §2). */
export const locationForm = defineForm({
  id: "location",
  fields: {
    line1: "Address Line 1",
    line2: "Address Line 2",
    town: "Town",
    county: "County",
    postCode: "Postcode",
    notes: "Notes",
  },
  summary: saving("Save Location"),
});

export type LocationField = keyof typeof locationForm.fields;
export type LocationValues = Record<LocationField, string>;

/** A location as the form's fields hold it. */
export function valuesOf(address: Address): LocationValues {
  const text = (value: string | null | undefined) => value?.trim() ?? "";
  return {
    line1: text(address.line1),
    line2: text(address.line2),
    town: text(address.town),
    county: text(address.county),
    postCode: text(address.postCode),
    notes: text(address.notes),
  };
}

/**
 * The location that goes back to the API: whole, with fields that the portal does not know. A field that was
 * nothing and is still empty stays nothing. `rowVersion` is the one that the person saw; a new location has none.
 */
export function toAddress(address: Address, values: LocationValues, rowVersion?: string): Address {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    value === "" ? (address[name] === null || address[name] === undefined ? address[name] : "") : value,
  ]);
  return {
    ...address,
    ...(rowVersion === undefined ? {} : { rowVersion: sameVersion(address.rowVersion, rowVersion) }),
    ...(Object.fromEntries(entries) as Partial<Address>),
  };
}
