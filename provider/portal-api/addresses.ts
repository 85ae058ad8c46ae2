import type { DatabaseSync } from "node:sqlite";
import { addressRules } from "#provider/rules/address-rules.ts";
import { textOf } from "#provider/rules/checks.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { brokenRule, type BrokenRule } from "#provider/rules/rule.ts";
import { causeFaultNamedIn } from "#provider/scenarios/named-faults.ts";
import { insert, type Row } from "#provider/store/store.ts";
import { address } from "#shared/portal-api/addresses.ts";
import {
  businessObject,
  conflictText,
  findOrFakeOtherEditor,
  readComplete,
  requireValid,
  rowVersionText,
  updateVersion,
} from "./csla.ts";
import { badRequest, notFound } from "./refusal.ts";
import { route, type Call, type Route, type RouteOptions } from "./route.ts";

const adminRole = "MyPortal Admin";

/** `Address/*`, for one account. Everyone can read the list; everything else needs MyPortal Admin. */
export function addressRoutes({ db, pause }: Omit<RouteOptions, "now">): Route[] {
  return [
    route("GET /Address/Index", "account", ({ clientId }) => ({ body: list(db, clientId) })),
    route("GET /Address/Create", adminRole, (call) => ({
      body: asObject(blankRow(call), accountName(db, call)),
    })),
    route("GET /Address/Edit/:id", adminRole, (call) => ({ body: loadAddress(db, call, call.params.id) })),
    route("POST /Address/Create", adminRole, async (call) => {
      const sent = readAddress(call.body);
      await causeFaultNamedIn([sent.town], pause);
      return { body: loadAddress(db, call, create(db, call, sent)) };
    }),
    route("PUT /Address/Edit", adminRole, async (call) => {
      const sent = readAddress(call.body);
      await causeFaultNamedIn([sent.town], pause);
      save(db, call, sent);
      return { body: loadAddress(db, call, sent.addressId) };
    }),
  ];
}

type SentAddress = ReturnType<typeof readAddress>;

function readAddress(body: unknown) {
  const data = readComplete(address, body);
  return {
    addressId: Number(data.addressId),
    rowVersion: data.rowVersion,
    line1: textOf(data.line1),
    line2: textOf(data.line2),
    town: textOf(data.town),
    county: textOf(data.county),
    postCode: textOf(data.postCode),
    notes: textOf(data.notes),
  };
}

function create(db: DatabaseSync, call: Call, sent: SentAddress): number {
  requireValid(findBrokenAddressRules(db, call, sent), true);
  return insert(db, "addresses", { ...columnsOf(call, sent), client_id: call.clientId });
}

/** Throws a 400 refusal with plain text for a conflict, one of three ways in which the API reports it. */
function save(db: DatabaseSync, call: Call, sent: SentAddress): void {
  const row = findRow(db, call, sent.addressId);
  requireValid(findBrokenAddressRules(db, call, sent), true);
  const otherEditor = findOrFakeOtherEditor(row, sent.rowVersion, sent.town, (changed_by) =>
    updateVersion(db, "addresses", "address_id", row, { changed_by, notes: "Use the side entrance." }),
  );
  if (otherEditor !== undefined) throw badRequest(conflictText("location", otherEditor));
  updateVersion(db, "addresses", "address_id", row, columnsOf(call, sent));
}

function columnsOf({ caller }: Call, { line1, line2, town, county, postCode, notes }: SentAddress) {
  const changedBy = { changed_by: caller.claims.name };
  return { line1, line2, town, county, post_code: postCode.toUpperCase(), notes, ...changedBy };
}

/** The broken rules, including a duplicate location, which only the server can know. */
function findBrokenAddressRules(db: DatabaseSync, { clientId }: Call, sent: SentAddress): BrokenRule[] {
  const duplicate = db
    .prepare(
      `SELECT 1 FROM addresses WHERE client_id = ? AND address_id <> ? AND line1 = ? COLLATE NOCASE
         AND replace(post_code, ' ', '') = replace(?, ' ', '') COLLATE NOCASE`,
    )
    .get(clientId, sent.addressId, sent.line1, sent.postCode);
  const description = "There is already a location with this address line and postcode.";
  const duplicateRule = brokenRule("Line1", "UniqueAddress", description);
  const typedRules = sent.town.toLowerCase() === "banned" ? [brokenRule("Town", "UniqueAddress")] : [];
  // A postcode's length is checked without its space.
  const values = { ...sent, postCode: sent.postCode.replaceAll(" ", "") };
  return [...findBrokenRules(addressRules, values), ...(duplicate ? [duplicateRule] : []), ...typedRules];
}

function findRow(db: DatabaseSync, { clientId }: Call, id: string | number | undefined): Row {
  const row = db
    .prepare("SELECT * FROM addresses WHERE client_id = ? AND address_id = ?")
    .get(clientId, id ?? "");
  if (!row) throw notFound();
  return row;
}

function loadAddress(db: DatabaseSync, call: Call, id: string | number | undefined) {
  return asObject(findRow(db, call, id), accountName(db, call));
}

function list(db: DatabaseSync, clientId: string) {
  const name = accountName(db, { clientId });
  const rows = db
    .prepare("SELECT * FROM addresses WHERE client_id = ? ORDER BY line1 COLLATE NOCASE, address_id")
    .all(clientId);
  return { items: rows.map((row) => asObject(row, name)), totalCount: rows.length };
}

function accountName(db: DatabaseSync, { clientId }: Pick<Call, "clientId">): string {
  return String(db.prepare("SELECT name FROM accounts WHERE client_id = ?").get(clientId)?.name ?? "");
}

function blankRow({ clientId }: Call): Row {
  const texts = { line1: "", line2: "", town: "", county: "", post_code: "", notes: "" };
  return { address_id: -1, row_version: 0, client_id: clientId, ...texts };
}

function asObject(row: Row, contactName: string) {
  const lines = [row.line1, row.line2, row.town, row.county].filter(Boolean);
  return businessObject({
    addressId: Number(row.address_id),
    rowVersion: rowVersionText(Number(row.row_version)),
    clientId: row.client_id,
    contactName,
    line1: row.line1,
    line2: row.line2,
    town: row.town,
    county: row.county,
    postCode: row.post_code,
    notes: row.notes,
    searchField: [...lines, row.post_code, row.notes].filter(Boolean).join(" ").toLowerCase(),
    fullAddress: [...lines, row.post_code].filter(Boolean).join(", "),
    fullAddressWithoutPostCode: lines.join(", "),
    isNew: row.address_id === -1,
  });
}
