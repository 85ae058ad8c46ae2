import type { DatabaseSync } from "node:sqlite";
import { roleSum } from "#provider/data/contacts.ts";
import { brokenRule, severity, type BrokenRule } from "#provider/rules/rule.ts";
import type { Row } from "#provider/store/store.ts";
import type { SentContact } from "./contact-body.ts";
import type { WriteFlags } from "./contact-object.ts";
import type { Call } from "./route.ts";

const administrator = roleSum(["MyPortal Admin"]);

interface StoredContact {
  readonly row: Row;
  readonly flags: WriteFlags;
}

/** A contact's broken rules that only the server can know, because they depend on stored data. */
export function contactFindings(
  db: DatabaseSync,
  call: Call,
  sent: SentContact,
  stored?: StoredContact,
): BrokenRule[] {
  return [
    ...surnameFindings(sent.surname),
    ...addressFindings(db, call, sent.addressId),
    ...emailFindings(db, call, sent),
    ...(stored ? [...rightsFindings(stored, sent), ...lastAdministratorFindings(db, stored, sent)] : []),
  ];
}

/** The broken rule for a location that isn't in the account. */
export function addressFindings(db: DatabaseSync, { clientId }: Call, addressId: number): BrokenRule[] {
  const isOfAccount = db
    .prepare("SELECT 1 FROM addresses WHERE client_id = ? AND address_id = ?")
    .get(clientId, addressId);
  if (isOfAccount || addressId === 0) return [];
  return [brokenRule("AddressId", "KnownAddress", "Please choose one of your locations.")];
}

const rulesBySurname: Readonly<Record<string, BrokenRule>> = {
  banned: brokenRule("Surname", "Banned"),
  payroll: brokenRule("PayrollNumber", "Required", "The payroll number is missing."),
  warning: brokenRule(
    "Position",
    "PositionWarning",
    "Nobody else at your company has this position.",
    severity.warning,
  ),
  info: brokenRule(
    "Surname",
    "SurnameInfo",
    "The invoice address will keep the old surname until the next invoice.",
    severity.info,
  ),
};

/** Rules broken by the typed surname, for tests (docs/scenarios.md). */
export function surnameFindings(surname: string): BrokenRule[] {
  const word = surname.toLowerCase();
  return Object.hasOwn(rulesBySurname, word) ? [rulesBySurname[word]!] : [];
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
  return [brokenRule("Email", "UniqueEmail", "This email address is already used by another contact.")];
}

function rightsFindings({ row, flags }: StoredContact, sent: SentContact): BrokenRule[] {
  const refuseChange = (property: string, isAllowed: boolean, isChanged: boolean) =>
    isAllowed || !isChanged ? [] : [brokenRule(property, "CanWriteProperty", "You can't change this.")];
  return [
    ...refuseChange("Email", flags.canWriteEmailProperty, sent.email !== row.email),
    ...refuseChange(
      "MyPortalRole",
      flags.canWriteMyPortalRoleProperty,
      sent.myPortalRole !== row.portal_role,
    ),
    ...refuseChange(
      "MyPortalIsLockedOut",
      flags.canWriteMyPortalIsLockedOutProperty,
      Number(sent.myPortalIsLockedOut) !== row.is_locked_out,
    ),
    ...refuseChange(
      "MyPortalIsValidated",
      flags.canWriteMyPortalIsValidatedProperty,
      sent.myPortalIsValidated !== (row.validated_at !== null),
    ),
  ];
}

function lastAdministratorFindings(
  db: DatabaseSync,
  { row }: StoredContact,
  sent: SentContact,
): BrokenRule[] {
  const staysAdministrator = (sent.myPortalRole & administrator) !== 0 && !sent.myPortalIsLockedOut;
  if (staysAdministrator || (Number(row.portal_role) & administrator) === 0) return [];
  const other = db
    .prepare(
      `SELECT 1 FROM contacts WHERE client_id = ? AND contact_id <> ? AND is_employee = 0 AND is_locked_out = 0
         AND portal_role & ? <> 0`,
    )
    .get(row.client_id!, row.contact_id!, administrator);
  if (other) return [];
  const description = "This is the last administrator. Nobody else at your company could edit contacts.";
  return [brokenRule("MyPortalRole", "LastAdministratorWarning", description, severity.warning)];
}
