import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import type { Row } from "#provider/store/store.ts";
import { dateText } from "./contact-object.ts";
import { inCondition, listAnswer, textParameters } from "./list-request.ts";
import { route, type Route } from "./route.ts";

const statuses = ["Active", "Expires Soon", "Expired", "No expiry date set"];
const SOON_DAYS = 30;

const listShape = {
  columns: {
    licenseid: "licence_id",
    vendor: "vendor COLLATE NOCASE",
    issuedate: "issued_at",
    // A licence that never expires counts as the last to expire, so it comes first in descending order.
    expirydate: "coalesce(expires_at, 9e15)",
    notes: "notes COLLATE NOCASE",
    licensenotes: "notes COLLATE NOCASE",
    status: "status",
  },
  // Without the password and keycodes, which a search mustn't reveal.
  search: ["vendor", "notes", "details", "hostname"],
  defaultSort: "issueDate DESC",
  defaultPageSize: 1000,
  tieBreak: "licence_id DESC",
};

/** `License/Index`: filtered by `includedStatuses` and `licenseId`; by default up to 1,000 at once. */
export function licenceRoutes(db: DatabaseSync, now: () => Date): Route[] {
  return [
    route("GET /License/Index", "Contracts", (call) => {
      const table = `(SELECT *, ${statusAt(now())} AS status FROM licences)`;
      return listAnswer(
        db,
        call,
        { ...listShape, table },
        asLicence,
        inCondition("status", textParameters(call.query, "includedStatuses", statuses)),
        inCondition("licence_id", call.query.getAll("licenseId").map(Number)),
      );
    }),
  ];
}

/** The status as an SQL expression; a licence is still valid on the day it expires. */
function statusAt(now: Date): string {
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  return `CASE WHEN expires_at IS NULL THEN 'No expiry date set' WHEN expires_at < ${today} THEN 'Expired'
    WHEN expires_at <= ${today + SOON_DAYS * millisecondsInDay} THEN 'Expires Soon' ELSE 'Active' END`;
}

function asLicence(row: Row) {
  return {
    licenseId: row.licence_id,
    clientId: row.client_id,
    vendor: row.vendor,
    issueDate: dateText(row.issued_at),
    expiryDate: dateText(row.expires_at),
    updated: dateText(row.changed_at),
    updatedBy: row.changed_by,
    userId: row.user_id,
    password: row.password,
    licenseDetails: row.details,
    keycodes: row.keycodes,
    renewalInvNo: row.renewal_invoice,
    hostname: row.hostname,
    status: row.status,
    notes: row.notes,
    licenseNotes: row.notes,
  };
}
