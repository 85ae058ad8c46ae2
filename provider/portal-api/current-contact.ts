import type { DatabaseSync } from "node:sqlite";
import { clientRules } from "#provider/rules/client-rules.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { brokenRule } from "#provider/rules/rule.ts";
import { causeFaultNamedIn } from "#provider/scenarios/named-faults.ts";
import { insert, inTransaction, type Row } from "#provider/store/store.ts";
import { readContact, type SentContact } from "./contact-body.ts";
import { addressFindings, surnameFindings } from "./contact-findings.ts";
import { contactObject, optIns } from "./contact-object.ts";
import { findOrFakeOtherContactEditor, ownContactColumns } from "./contact-save.ts";
import { conflictText, requireValid, updateVersion } from "./csla.ts";
import { notFound, Refusal } from "./refusal.ts";
import { route, type Call, type Route, type RouteOptions } from "./route.ts";

const marketingWarning = "MarketingPreferencesWarning";

/** `Contact/EditCurrentContact`: the caller's own details in the account, even if they're an employee. */
export function currentContactRoutes(options: RouteOptions): Route[] {
  const { db } = options;
  const path = "/Contact/EditCurrentContact" as const;
  return [
    route(`GET ${path}`, "account", (call) => ({ body: loadOwnContact(db, call) })),
    route(`PUT ${path}`, "account", async (call) => {
      const sent = readContact(call.body);
      await causeFaultNamedIn([sent.surname], options.pause);
      save(db, call, sent);
      return { body: loadOwnContact(db, call) };
    }),
  ];
}

function findOwnContact(db: DatabaseSync, { clientId, caller }: Call): Row {
  const row = db
    .prepare("SELECT * FROM contacts WHERE client_id = ? AND subject = ?")
    .get(clientId, caller.claims.sub);
  if (!row) throw notFound();
  return row;
}

/** The caller's contact, whose email address, roles and flags are read-only. Without opt-ins it has a warning. */
function loadOwnContact(db: DatabaseSync, call: Call) {
  const row = findOwnContact(db, call);
  const object = contactObject(db, row, {
    canWriteEmailProperty: false,
    canWriteMyPortalRoleProperty: false,
    canWriteMyPortalIsLockedOutProperty: false,
    canWriteMyPortalIsValidatedProperty: false,
  });
  const isUnsubscribed = optIns(db, Number(row.contact_id)).size === 0;
  const brokenRulesCollection = isUnsubscribed
    ? findBrokenRules(clientRules, {
        marketingPreferences: object.marketingPreferences,
        brokenRules: [marketingWarning],
      })
    : [];
  return { ...object, brokenRulesCollection };
}

function save(db: DatabaseSync, call: Call, sent: SentContact): void {
  const row = findOwnContact(db, call);
  const contactId = Number(row.contact_id);
  const isUnsubscribing = sent.optIns.size === 0 && optIns(db, contactId).size > 0;
  const values = {
    ...sent,
    marketingPreferences: sent.optIns,
    brokenRules: isUnsubscribing ? [marketingWarning] : [],
  };
  const broken = [
    ...findBrokenRules(clientRules, values),
    ...surnameFindings(sent.surname),
    ...addressFindings(db, call, sent.addressId),
  ];
  requireValid(broken, sent.isSaveConfirmed);
  const otherEditor = findOrFakeOtherContactEditor(db, row, sent);
  if (otherEditor !== undefined) throw conflict(otherEditor);
  inTransaction(db, () => write(db, row, sent, call.caller.claims.name));
}

/** A conflict as a broken rule without a property, one of three ways in which the API reports it. */
function conflict(otherEditor: string): Refusal {
  const description = conflictText("contact", otherEditor);
  return new Refusal(400, { brokenRulesCollection: [brokenRule("", "Concurrency", description)] });
}

function write(db: DatabaseSync, row: Row, sent: SentContact, changedBy: string): void {
  const contactId = Number(row.contact_id);
  updateVersion(db, "contacts", "contact_id", row, {
    changed_by: changedBy,
    ...ownContactColumns(sent),
    address_id: sent.addressId || row.address_id!,
    is_paper_billing: sent.isPaperBilling === null ? null : Number(sent.isPaperBilling),
  });
  db.prepare("DELETE FROM marketing_opt_ins WHERE contact_id = ?").run(contactId);
  for (const optIn of sent.optIns) {
    const [topicId = "", channel = ""] = optIn.split(":");
    insert(db, "marketing_opt_ins", { contact_id: contactId, topic_id: Number(topicId), channel });
  }
}
