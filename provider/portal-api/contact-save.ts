import type { DatabaseSync } from "node:sqlite";
import { roleSum } from "#provider/data/contacts.ts";
import { roleNames } from "#provider/data/people.ts";
import { contactRules } from "#provider/rules/contact-rules.ts";
import { judge } from "#provider/rules/judge.ts";
import type { SentContact } from "./contact-body.ts";
import { contactFindings } from "./contact-findings.ts";
import { writeFlags, type ContactRow } from "./contact-object.ts";
import { conflictText, requireSound, rowVersionText } from "./csla.ts";
import { Refusal } from "./refusal.ts";
import type { Call } from "./route.ts";

const lockedOut = roleSum(["MyPortal Locked Out"]);
const pending = roleSum(["MyPortal Pending Validation"]);
const noAccess = roleSum(["MyPortal No Access"]);
/** Every role there is. */
const everyRole = roleSum(roleNames);

interface Saving {
  readonly db: DatabaseSync;
  readonly now: () => Date;
}

/** What the form holds, as both statements write it: `salutation` to `address_id`. */
function detailsOf(sent: SentContact) {
  const { salutation, firstNames, surname, position, telephone, mobile, email, notes, addressId } = sent;
  return [salutation, firstNames, surname, position, telephone, mobile, email, notes, addressId] as const;
}

/** Adds a contact to the account; answers its id. Throws what the save of one throws, conflicts aside. */
export function createContact({ db, now }: Saving, call: Call, sent: SentContact): number {
  const { userType, name } = call.caller.claims;
  const broken = [...judge(contactRules(userType), valuesOf(sent, "")), ...contactFindings(db, call, sent)];
  requireSound(broken, sent.isSaveConfirmed);
  const validatedAt = sent.myPortalIsValidated ? now().getTime() : null;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO contacts (client_id, salutation, first_names, surname, position, telephone, mobile, email, notes,
         address_id, portal_role, is_locked_out, validated_at, is_registered, changed_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    )
    .run(
      call.clientId,
      ...detailsOf(sent),
      effectiveRole(sent, 0),
      Number(sent.myPortalIsLockedOut),
      validatedAt,
      name,
    );
  return Number(lastInsertRowid);
}

/**
 * Saves what an administrator made of a contact. Throws a refusal: 400 for broken rules and for warnings that were
 * not confirmed, 409 when somebody saved it first.
 */
export function saveContact({ db, now }: Saving, call: Call, row: ContactRow, sent: SentContact): void {
  const { userType, name } = call.caller.claims;
  const broken = [
    ...judge(contactRules(userType), valuesOf(sent, String(row.email))),
    ...contactFindings(db, call, sent, { row, flags: writeFlags(row, call) }),
  ];
  requireSound(broken, sent.isSaveConfirmed);
  const rival = savedSinceBy(db, row, sent);
  if (rival !== undefined) throw new Refusal(409, conflictText("contact", rival));
  const validatedAt = sent.myPortalIsValidated ? (row.validated_at ?? now().getTime()) : null;
  db.prepare(
    `UPDATE contacts SET row_version = row_version + 1, changed_by = ?, salutation = ?, first_names = ?, surname = ?,
       position = ?, telephone = ?, mobile = ?, email = ?, notes = ?, address_id = ?, portal_role = ?,
       is_locked_out = ?, validated_at = ?
     WHERE contact_id = ?`,
  ).run(
    name,
    ...detailsOf(sent),
    effectiveRole(sent, Number(row.portal_role)),
    Number(sent.myPortalIsLockedOut),
    validatedAt,
    row.contact_id!,
  );
}

/** What the rules judge. The e-mail address of the store is the original, whatever was sent as such. */
function valuesOf(sent: SentContact, originalEmail: string) {
  return { ...sent, originalEmail };
}

const RIVAL = "Priya Shah";

/**
 * Who saved the contact since it was read; undefined when nobody did. 'Conflict' as surname lets that happen once.
 */
export function savedSinceBy(db: DatabaseSync, row: ContactRow, sent: SentContact): string | undefined {
  if (sent.surname.toLowerCase() === "conflict" && row.changed_by !== RIVAL) {
    db.prepare(
      `UPDATE contacts SET row_version = row_version + 1, changed_by = ?, position = 'Regional Director',
         telephone = '01632960555' WHERE contact_id = ?`,
    ).run(RIVAL, row.contact_id!);
    return RIVAL;
  }
  const isStale = sent.rowVersion !== rowVersionText(Number(row.row_version));
  return isStale ? String(row.changed_by) : undefined;
}

/**
 * The role sum as it counts: the states follow their own two flags, and No Access goes with the last of the states
 * that brought it.
 */
function effectiveRole(sent: SentContact, before: number): number {
  const isShut = sent.myPortalIsLockedOut || !sent.myPortalIsValidated;
  const wasShut = (before & (lockedOut | pending)) !== 0;
  const states =
    (sent.myPortalIsLockedOut ? lockedOut | noAccess : 0) | (sent.myPortalIsValidated ? 0 : pending);
  const dropped = lockedOut | pending | (wasShut && !isShut ? noAccess : 0);
  return (sent.myPortalRole & everyRole & ~dropped) | states;
}
