import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { itemsOf, saved, savedId, wireId } from "./shapes.ts";

const text = z.string().nullish();

/**
 * A location as the API holds it. It goes back whole, so values stay as they came and fields that the portal does
 * not know are kept.
 */
export const address = z.looseObject({
  /** -1 for one that was never saved (spec 1 §3). */
  addressId: wireId,
  rowVersion: wireId.nullish(),
  clientId: wireId.nullish(),
  contactName: text,
  line1: text,
  line2: text,
  town: text,
  county: text,
  postCode: text,
  notes: text,
  /** Everything that a search looks at, in one text. */
  searchField: text,
  fullAddress: text,
  fullAddressWithoutPostCode: text,
});
export type Address = z.output<typeof address>;

/** A location on one line. */
export function addressText({ fullAddress, line1, line2, town, county, postCode }: Address): string {
  const parts = [line1, line2, town, county, postCode].map((part) => part?.trim()).filter(Boolean);
  return fullAddress?.trim() || parts.join(", ");
}

/** The rules of the location form. */
export const getAddressRules = validationRules("Address/GetValidationRules");

/** All locations of the account: the call takes no paging, the portal sorts, searches and pages them. */
export const listAddresses = operation({
  method: "GET",
  path: "Address/Index",
  answer: itemsOf(address),
  failure: "There was an error loading locations.",
});

/** A location with nothing typed, for a new one. */
export const getBlankAddress = operation({
  method: "GET",
  path: "Address/Create",
  answer: address,
  failure: "There was an error loading the form.",
});

/** Adds a location, made from a blank one. */
export const createAddress = operation({
  method: "POST",
  path: "Address/Create/",
  body: address,
  answer: saved({ addressId: savedId }),
  failure: "There was an error saving the address.",
});

/** One location by its id; 404 for another account's, too. */
export const getAddressToEdit = operation({
  method: "GET",
  path: "Address/Edit/{id}",
  params: z.object({ id: z.string() }),
  answer: address.extend({ addressId: savedId }),
  failure: "There was an error loading address details.",
});

/** Takes the location whole; a stale `rowVersion` is refused with 409. */
export const updateAddress = operation({
  method: "PUT",
  path: "Address/Edit/",
  body: address,
  answer: saved({ addressId: savedId }),
  failure: "There was an error updating the address.",
});
