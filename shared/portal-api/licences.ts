import { z } from "zod";
import { operation } from "./operation.ts";
import { idAsText, itemsOf, shown } from "./shapes.ts";

export const licenceStatus = {
  active: "Active",
  expiresSoon: "Expires Soon",
  noExpiry: "No expiry date set",
  expired: "Expired",
} as const;

/** Whether there is a secret; the secret itself is dropped. */
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

/** All subscriptions of the account; there is no call for one. */
export const listLicences = operation({ ...index, answer: itemsOf(licence) });

/** Only the passwords and keycodes. Call it with `fresh`, or it would share answers with the call of the same path. */
export const listLicenceSecrets = operation({
  ...index,
  answer: itemsOf(z.object({ licenseId: idAsText, password: shown.message(), keycodes: shown.message() })),
});
