import type { Address } from "#app/portal-api/addresses.ts";

/** One location as the list and its exports show it. */
export interface LocationRow {
  readonly id: string;
  /** On one line, without the postcode. */
  readonly address: string;
  readonly postCode: string;
  readonly notes: string;
}

/** The list's view of a location; its address is put together where the API sends none in one text. */
export function toLocationRow(address: Address): LocationRow {
  const { addressId, fullAddressWithoutPostCode, line1, line2, town, county, postCode, notes } = address;
  const parts = [line1, line2, town, county].map(trimmed).filter((part) => part !== "");
  return {
    id: String(addressId),
    address: trimmed(fullAddressWithoutPostCode) || parts.join(", "),
    postCode: trimmed(postCode),
    notes: trimmed(notes),
  };
}

const trimmed = (text: string | null | undefined) => text?.trim() ?? "";
