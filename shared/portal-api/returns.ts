import { z } from "zod";
import { operation } from "./operation.ts";
import { idAsText, itemsOf, shown } from "./shapes.ts";

export const returnStatus = { open: "Open", pending: "Pending", closed: "Closed" } as const;

/** Returned goods. Absent ids are ''. */
const returnItem = z.object({
  rma: idAsText,
  addressId: shown.text(),
  contactId: shown.text(),
  origDateRecvd: shown.date().describe("ISO 8601, null until the goods have arrived."),
  recordType: shown.text(),
  status: shown.word(Object.values(returnStatus)),
  prodCode: shown.text(),
  prodDesc: shown.message(),
  qty: shown.text(),
  invNo: shown.text(),
  reason: shown.message(),
  addNotes: shown.message(),
});
export type ReturnItem = z.output<typeof returnItem>;

/** All the account's returns, because there's no call for just one. */
export const listReturns = operation({
  method: "GET",
  path: "Returns",
  answer: itemsOf(returnItem),
  isList: true,
  failure: "There was an error loading returns.",
});
