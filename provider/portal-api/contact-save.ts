import type { DatabaseSync } from "node:sqlite";
import { roleSum } from "#provider/data/contacts.ts";
import { contactRules } from "#provider/rules/contact-rules.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { insert, type Row } from "#provider/store/store.ts";
import { roleNames } from "#shared/portal-api/role-names.ts";
import type { SentContact } from "./contact-body.ts";
import { contactFindings } from "./contact-findings.ts";
import { writeFlags } from "./contact-object.ts";
import { conflictText, findOrFakeOtherEditor, requireValid, updateVersion } from "./csla.ts";
import { Refusal } from "./refusal.ts";
import type { Call } from "./route.ts";

const lockedOut = roleSum(["MyPortal Locked Out"]);
const pendingValidation = roleSum(["MyPortal Pending Validation"]);
const noAccess = roleSum(["MyPortal No Access"]);
const everyRole = roleSum(roleNames);

interface SaveContext {
  readonly db: DatabaseSync;
  readonly now: () => Date;
}

/** The columns that people can change in their own contact too. */
export const ownContactColumns = (sent: SentContact) => ({
  salutation: sent.salutation,
  first_names: sent.firstNames,
  surname: sent.surname,
  position: sent.position,
  telephone: sent.telephone,
  mobile: sent.mobile,
});

function columnsOf(sent: SentContact) {
  return {
    ...ownContactColumns(sent),
    email: sent.email,
    notes: sent.notes,
    address_id: sent.addressId,
    is_locked_out: Number(sent.myPortalIsLockedOut),
  };
}

/** Adds a contact to the account; returns its id. Throws a 400 refusal for broken rules. */
export function createContact({ db, now }: SaveContext, call: Call, sent: SentContact): number {
  const { userType, name } = call.caller.claims;
  const broken = [
    ...findBrokenRules(contactRules(userType), { ...sent, originalEmail: "" }),
    ...contactFindings(db, call, sent),
  ];
  requireValid(broken, sent.isSaveConfirmed);
  return insert(db, "contacts", {
    ...columnsOf(sent),
    client_id: call.clientId,
    portal_role: roleSumToStore(sent, 0),
    validated_at: sent.myPortalIsValidated ? now().getTime() : null,
    is_registered: 0,
    changed_by: name,
  });
}

/**
 * Saves an administrator's changes to a contact. Throws a refusal: 400 for broken rules and unconfirmed warnings, 409
 * if someone else has saved it since it was read.
 */
export function saveContact({ db, now }: SaveContext, call: Call, row: Row, sent: SentContact): void {
  const { userType, name } = call.caller.claims;
  const broken = [
    ...findBrokenRules(contactRules(userType), { ...sent, originalEmail: String(row.email) }),
    ...contactFindings(db, call, sent, { row, flags: writeFlags(row, call) }),
  ];
  requireValid(broken, sent.isSaveConfirmed);
  const otherEditor = findOrFakeOtherContactEditor(db, row, sent);
  if (otherEditor !== undefined) throw new Refusal(409, conflictText("contact", otherEditor));
  updateVersion(db, "contacts", "contact_id", row, {
    ...columnsOf(sent),
    changed_by: name,
    portal_role: roleSumToStore(sent, Number(row.portal_role)),
    validated_at: sent.myPortalIsValidated ? (row.validated_at ?? now().getTime()) : null,
  });
}

/**
 * The name of whoever has saved the contact since it was read; undefined if nobody has. If the surname is 'Conflict', it
 * first saves the contact as someone else, so that tests can cause a conflict.
 */
export function findOrFakeOtherContactEditor(
  db: DatabaseSync,
  row: Row,
  sent: SentContact,
): string | undefined {
  const otherChanges = { position: "Regional Director", telephone: "01632960555" };
  return findOrFakeOtherEditor(row, sent.rowVersion, sent.surname, (changed_by) =>
    updateVersion(db, "contacts", "contact_id", row, { ...otherChanges, changed_by }),
  );
}

/**
 * The role sum to store. The roles Locked Out and Pending Validation follow their flags; No Access is added with Locked
 * Out, and removed from a contact that was blocked and no longer is.
 */
function roleSumToStore(sent: SentContact, previousRole: number): number {
  const isBlocked = sent.myPortalIsLockedOut || !sent.myPortalIsValidated;
  const wasBlocked = (previousRole & (lockedOut | pendingValidation)) !== 0;
  const stateRoles =
    (sent.myPortalIsLockedOut ? lockedOut | noAccess : 0) |
    (sent.myPortalIsValidated ? 0 : pendingValidation);
  const removedRoles = lockedOut | pendingValidation | (wasBlocked && !isBlocked ? noAccess : 0);
  return (sent.myPortalRole & everyRole & ~removedRoles) | stateRoles;
}
