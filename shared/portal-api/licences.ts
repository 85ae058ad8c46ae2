import { z } from "zod";
import { operation } from "./operation.ts";
import { idAsText, itemsOf, shown } from "./shapes.ts";

export const licenceStatus = {
  active: "Active",
  expiresSoon: "Expires Soon",
  noExpiry: "No expiry date set",
  expired: "Expired",
} as const;

/** Whether there's a secret. We drop the secret itself. */
const hasSecret = shown.text().transform((text) => text.trim() !== "");

export const licence = z.object({
  licenseId: idAsText,
  vendor: shown.text(),
  issueDate: shown.date(),
  expiryDate: shown.date(),
  userId: shown.text(),
  password: hasSecret,
  keycodes: hasSecret,
  licenseDetails: shown.message(),
  renewalInvNo: shown.text(),
  hostname: shown.text(),
  status: shown.word(Object.values(licenceStatus)),
  notes: shown.message(),
  licenseNotes: shown.message(),
});
export type Licence = z.output<typeof licence>;

const index = {
  method: "GET",
  path: "License/Index",
  isList: true,
  failure: "There was an error loading subscriptions.",
} as const;

/** All the account's subscriptions, because there's no call for just one. */
export const listLicences = operation({ ...index, answer: itemsOf(licence) });

/** Just the passwords and keycodes. Call it with `fresh`, or it would share the answer to the call with the same path. */
export const listLicenceSecrets = operation({
  ...index,
  answer: itemsOf(z.object({ licenseId: idAsText, password: shown.message(), keycodes: shown.message() })),
});
