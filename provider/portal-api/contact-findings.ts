import type { DatabaseSync } from "node:sqlite";
import { roleSum } from "#provider/data/contacts.ts";
import { broken, severity, type BrokenRule } from "#provider/rules/rule.ts";
import type { Row } from "#provider/store/store.ts";
import type { SentContact } from "./contact-body.ts";
import type { WriteFlags } from "./contact-object.ts";
import type { Call } from "./route.ts";

const administrator = roleSum(["MyPortal Admin"]);

interface Present {
  readonly row: Row;
  readonly flags: WriteFlags;
}

/** The broken rules of a contact that only the server can know, since they depend on stored data. */
export function contactFindings(
  db: DatabaseSync,
  call: Call,
  sent: SentContact,
  present?: Present,
): BrokenRule[] {
  return [
    ...typedFindings(sent.surname),
    ...addressFindings(db, call, sent.addressId),
    ...emailFindings(db, call, sent),
    ...(present ? [...rightsFindings(present, sent), ...lastAdministratorFindings(db, present, sent)] : []),
  ];
}

/** The location must be one of the account's own. */
export function addressFindings(db: DatabaseSync, { clientId }: Call, addressId: number): BrokenRule[] {
  const known = db
    .prepare("SELECT 1 FROM addresses WHERE client_id = ? AND address_id = ?")
    .get(clientId, addressId);
  if (known || addressId === 0) return [];
  return [broken("AddressId", "KnownAddress", "Please choose one of your locations.")];
}

const typed: Readonly<Record<string, BrokenRule>> = {
  banned: broken("Surname", "Banned"),
  payroll: broken("PayrollNumber", "Required", "The payroll number is missing."),
  warning: broken(
    "Position",
    "PositionWarning",
    "Nobody else at your company has this position.",
    severity.warning,
  ),
  info: broken(
    "Surname",
    "SurnameInfo",
    "The invoice address keeps the former surname until the next invoice.",
    severity.info,
  ),
};

/** For tests: broken rules by the typed surname (docs/scenarios.md). */
export function typedFindings(surname: string): BrokenRule[] {
  const word = surname.toLowerCase();
  return Object.hasOwn(typed, word) ? [typed[word]!] : [];
}

function emailFindings(
  db: DatabaseSync,
  { clientId }: Call,
  { email, contactId }: SentContact,
): BrokenRule[] {
  const taken = db
    .prepare("SELECT 1 FROM contacts WHERE client_id = ? AND email = ? COLLATE NOCASE AND contact_id <> ?")
    .get(clientId, email, contactId);
  if (email === "" || !taken) return [];
  return [broken("Email", "UniqueEmail", "This email address is already used by another contact.")];
}

function rightsFindings({ row, flags }: Present, sent: SentContact): BrokenRule[] {
  const refused = (property: string, isAllowed: boolean, isChanged: boolean) =>
    isAllowed || !isChanged
      ? []
      : [broken(property, "CanWriteProperty", "You are not allowed to change this.")];
  return [
    ...refused("Email", flags.canWriteEmailProperty, sent.email !== row.email),
    ...refused("MyPortalRole", flags.canWriteMyPortalRoleProperty, sent.myPortalRole !== row.portal_role),
    ...refused(
      "MyPortalIsLockedOut",
      flags.canWriteMyPortalIsLockedOutProperty,
      Number(sent.myPortalIsLockedOut) !== row.is_locked_out,
    ),
    ...refused(
      "MyPortalIsValidated",
      flags.canWriteMyPortalIsValidatedProperty,
      sent.myPortalIsValidated !== (row.validated_at !== null),
    ),
  ];
}

function lastAdministratorFindings(db: DatabaseSync, { row }: Present, sent: SentContact): BrokenRule[] {
  const remains = (sent.myPortalRole & administrator) !== 0 && !sent.myPortalIsLockedOut;
  if (remains || (Number(row.portal_role) & administrator) === 0) return [];
  const other = db
    .prepare(
      `SELECT 1 FROM contacts WHERE client_id = ? AND contact_id <> ? AND is_staff = 0 AND is_locked_out = 0
         AND portal_role & ? <> 0`,
    )
    .get(row.client_id!, row.contact_id!, administrator);
  if (other) return [];
  const description = "This is the last administrator: nobody at your company could edit contacts any more.";
  return [broken("MyPortalRole", "LastAdministratorWarning", description, severity.warning)];
}
