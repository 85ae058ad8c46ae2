import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { itemsOf, saved, savedId, wireId } from "./shapes.ts";

const text = z.string().nullish();

/** A location as the API holds it. It goes back whole: values stay as they came, unknown fields are kept. */
export const address = z.looseObject({
  /** -1 for a new one. */
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
  searchField: text,
  fullAddress: text,
  fullAddressWithoutPostCode: text,
});
export type Address = z.output<typeof address>;

export function addressText({ fullAddress, line1, line2, town, county, postCode }: Address): string {
  const parts = [line1, line2, town, county, postCode].map((part) => part?.trim()).filter(Boolean);
  return fullAddress?.trim() || parts.join(", ");
}

export const getAddressRules = validationRules("Address/GetValidationRules");

/** All locations of the account; the API can't page them. */
export const listAddresses = operation({
  method: "GET",
  path: "Address/Index",
  answer: itemsOf(address),
  failure: "There was an error loading locations.",
});

/** A blank location, for a new one. */
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

/** One location by its id; 404 also for another account's. */
export const getAddressToEdit = operation({
  method: "GET",
  path: "Address/Edit/{id}",
  params: z.object({ id: z.string() }),
  answer: address.extend({ addressId: savedId }),
  failure: "There was an error loading address details.",
});

/** Saves a location, sent whole; an old `rowVersion` is a conflict (409). */
export const updateAddress = operation({
  method: "PUT",
  path: "Address/Edit/",
  body: address,
  answer: saved({ addressId: savedId }),
  failure: "There was an error updating the address.",
});
