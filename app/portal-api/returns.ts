import { z } from "zod";
import { operation } from "./operation.ts";
import { itemsOf, optionalText, textId } from "./shapes.ts";

/** Text that is only shown; numbers may stand for it. */
const shownText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ""));

export const returnStatus = { open: "Open", pending: "Pending", closed: "Closed" } as const;

/** A return of goods. Ids that it does not have are empty. */
export const returnItem = z.object({
  rma: textId,
  addressId: shownText,
  contactId: shownText,
  /** ISO 8601; absent until the goods have arrived. */
  origDateRecvd: z.string().nullish(),
  recordType: optionalText,
  status: optionalText,
  prodCode: shownText,
  prodDesc: optionalText,
  qty: shownText,
  invNo: shownText,
  reason: optionalText,
  addNotes: optionalText,
});
export type ReturnItem = z.output<typeof returnItem>;

/** All returns of the account; there is no call for one. */
export const listReturns = operation({
  method: "GET",
  path: "Returns",
  answer: itemsOf(returnItem),
  failure: "There was an error loading returns.",
});
