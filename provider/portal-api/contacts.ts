import type { DatabaseSync } from "node:sqlite";
import { causeFaultNamedIn } from "#provider/scenarios/named-faults.ts";
import type { Row } from "#provider/store/store.ts";
import { readContact } from "./contact-body.ts";
import {
  blankContact,
  contactObject,
  dateText,
  formattedDetails,
  fullName,
  loginAccountStatus,
  writeFlags,
} from "./contact-object.ts";
import { createContact, saveContact } from "./contact-save.ts";
import { listAnswer } from "./list-request.ts";
import { notFound } from "./refusal.ts";
import { route, type Call, type Route, type RouteOptions } from "./route.ts";

const FULL_NAME = "first_names || ' ' || surname";
const listShape = {
  table: "contacts",
  columns: {
    fullname: `${FULL_NAME} COLLATE NOCASE`,
    firstnames: "first_names COLLATE NOCASE",
    surname: "surname COLLATE NOCASE",
    salutation: "salutation COLLATE NOCASE",
    email: "email COLLATE NOCASE",
    position: "position COLLATE NOCASE",
    lastlogin: "last_login_at",
  },
  search: [FULL_NAME, "email", "position", "telephone"],
  defaultSort: "fullName ASC",
  tieBreak: "contact_id",
};
const adminRole = "MyPortal Admin";

/** `Contact/*` except for the caller's own contact, for one account. Everything but Details and the dropdown needs MyPortal Admin. */
export function contactRoutes(options: RouteOptions): Route[] {
  const { db } = options;
  return [
    route("GET /Contact/ContactsByCurrentClientId", adminRole, (call) =>
      listAnswer(db, call, listShape, asListItem, ["is_employee = 0"]),
    ),
    route("GET /Contact/ContactsByCurrentClientIdForDropdown", "account", ({ clientId }) => ({
      body: forDropdown(db, clientId),
    })),
    route("GET /Contact/Details/:id", "account", (call) => ({
      // Only the forms need the roles to choose from.
      body: { ...loadContact(db, call), contactRoles: [] },
    })),
    route("GET /Contact/Create", adminRole, (call) => ({ body: blankContact(db, call) })),
    route("POST /Contact/Create", adminRole, async (call) => {
      const sent = readContact(call.body);
      await causeFaultNamedIn([sent.surname], options.pause);
      return { body: loadContact(db, call, createContact(options, call, sent)) };
    }),
    route("GET /Contact/Edit/:id", adminRole, (call) => ({ body: loadContact(db, call) })),
    route("PUT /Contact/Edit", adminRole, async (call) => {
      const sent = readContact(call.body);
      await causeFaultNamedIn([sent.surname], options.pause);
      saveContact(options, call, findContact(db, call, sent.contactId), sent);
      return { body: loadContact(db, call, sent.contactId) };
    }),
  ];
}

function loadContact(db: DatabaseSync, call: Call, id: string | number | undefined = call.params.id) {
  const row = findContact(db, call, id);
  return contactObject(db, row, writeFlags(row, call));
}

function findContact(db: DatabaseSync, { clientId }: Call, id: string | number | undefined): Row {
  const row = db
    .prepare("SELECT * FROM contacts WHERE client_id = ? AND contact_id = ? AND is_employee = 0")
    .get(clientId, id ?? 0);
  if (!row) throw notFound();
  return row;
}

function asListItem(row: Row) {
  return {
    contactId: Number(row.contact_id),
    salutation: row.salutation,
    fullName: fullName(row),
    email: row.email,
    position: row.position,
    loginAccountStatus: loginAccountStatus(row),
    lastLogin: dateText(row.last_login_at),
    myPortalRole: Number(row.portal_role),
  };
}

function forDropdown(db: DatabaseSync, clientId: string): unknown[] {
  return db
    .prepare(
      `SELECT * FROM contacts WHERE client_id = ? AND is_employee = 0 ORDER BY ${FULL_NAME} COLLATE NOCASE, contact_id`,
    )
    .all(clientId)
    .map((row) => ({ contactId: Number(row.contact_id), formattedContactDetails: formattedDetails(row) }));
}
