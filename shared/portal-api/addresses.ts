import { z } from "zod";
import { collator } from "./collator.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { saved, savedId } from "./saved.ts";
import { addressLines, idAsSent, itemsOf, shown, trimmedText } from "./shapes.ts";

const text = shown.unchanged();

const listedAddress = z.looseObject({
  addressId: idAsSent,
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
export type Address = z.output<typeof listedAddress>;

/** A location from the API. We send it back whole, with unknown fields. */
export const address = listedAddress.extend({ rowVersion: idAsSent.nullish() });

export function addressText(address: Address): string {
  return trimmedText(address.fullAddress) || addressLines(address).join(", ");
}

/** The address without its postcode, which is how locations are sorted everywhere. */
export function addressWithoutPostcode({
  fullAddressWithoutPostCode,
  line1,
  line2,
  town,
  county,
}: Address): string {
  const lines = [line1, line2, town, county].map(trimmedText);
  return trimmedText(fullAddressWithoutPostCode) || lines.filter(Boolean).join(", ");
}

/** A select's options, sorted like the list of locations; `apiId` is the API's own id. */
export function addressChoices(addresses: readonly Address[]) {
  return addresses
    .map((item) => ({ item, sortKey: addressWithoutPostcode(item) }))
    .sort((a, b) => collator.compare(a.sortKey, b.sortKey))
    .map(({ item }) => ({ value: String(item.addressId), label: addressText(item), apiId: item.addressId }));
}

export const getAddressRules = validationRules("Address/GetValidationRules");

export const listAddresses = operation({
  method: "GET",
  path: "Address/Index",
  answer: itemsOf(listedAddress),
  isList: true,
  failure: "There was an error loading locations.",
});

export const getBlankAddress = operation({
  method: "GET",
  path: "Address/Create",
  answer: address,
  failure: "There was an error loading the form.",
});

export const createAddress = operation({
  method: "POST",
  path: "Address/Create/",
  body: address,
  allowsPlainText: true,
  answer: saved({ addressId: savedId }),
  failure: "There was an error saving the address.",
});

export const getAddressToEdit = operation({
  method: "GET",
  path: "Address/Edit/{id}",
  isOneById: true,
  params: z.object({ id: z.string() }),
  answer: address.extend({ addressId: savedId }),
  failure: "There was an error loading address details.",
});

export const updateAddress = operation({
  method: "PUT",
  path: "Address/Edit/",
  body: address,
  allowsPlainText: true,
  answer: saved({ addressId: savedId }),
  failure: "There was an error updating the address.",
});
