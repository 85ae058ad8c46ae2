import type { DatabaseSync } from "node:sqlite";
import { returnStatuses } from "#provider/products/demo-returns.ts";
import type { Row } from "#provider/store/store.ts";
import { dateText } from "./contact-object.ts";
import { inCondition, listAnswer, textParameters } from "./list-request.ts";
import { route, type Route } from "./route.ts";

const listShape = {
  table: "returns",
  columns: {
    rma: "rma",
    recordtype: "record_type COLLATE NOCASE",
    status: "status",
    origdaterecvd: "received_at",
    prodcode: "product_code COLLATE NOCASE",
  },
  search: ["rma", "record_type", "status", "product_code", "product_description", "invoice_number"],
  defaultSort: "rma DESC",
  defaultPageSize: 1000,
  tieBreak: "rma DESC",
};

/** `Returns`: filtered by `includedStatuses` and `rma`; by default up to 1,000 at once. */
export function returnRoutes(db: DatabaseSync): Route[] {
  return [
    route("GET /Returns", "Returns", (call) =>
      listAnswer(
        db,
        call,
        listShape,
        asReturn,
        inCondition("status", textParameters(call.query, "includedStatuses", returnStatuses)),
        inCondition("rma", call.query.getAll("rma").map(Number)),
      ),
    ),
  ];
}

function asReturn(row: Row) {
  return {
    rma: row.rma,
    clientId: row.client_id,
    addressId: row.address_id,
    contactId: row.contact_id,
    origDateRecvd: dateText(row.received_at),
    recordType: row.record_type,
    status: row.status,
    prodCode: row.product_code,
    prodDesc: row.product_description,
    qty: row.quantity,
    invNo: row.invoice_number,
    reason: row.reason,
    addNotes: row.notes,
  };
}
