import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { channels, marketingTopics } from "#provider/data/marketing.ts";
import type { Row } from "#provider/store/store.ts";
import { roleNames } from "#shared/portal-api/role-names.ts";
import { businessObject, rowVersionText } from "./csla.ts";
import type { Call } from "./route.ts";

/** Which of a contact's fields the caller can change. */
export interface WriteFlags {
  readonly canWriteEmailProperty: boolean;
  readonly canWriteMyPortalRoleProperty: boolean;
  readonly canWriteMyPortalIsLockedOutProperty: boolean;
  readonly canWriteMyPortalIsValidatedProperty: boolean;
}

/** Which fields the caller can change. Only employees can change managed contacts, and nobody can lock themselves out. */
export function writeFlags(row: Row, { caller }: Pick<Call, "caller">): WriteFlags {
  const isEditable = row.is_managed !== 1 || caller.claims.userType === "employee";
  return {
    canWriteEmailProperty: isEditable,
    canWriteMyPortalRoleProperty: isEditable,
    canWriteMyPortalIsLockedOutProperty: isEditable && row.subject !== caller.claims.sub,
    canWriteMyPortalIsValidatedProperty: isEditable,
  };
}

/** The status of a contact's login. */
export function loginAccountStatus(row: Row): string {
  if (row.is_locked_out === 1) return "Locked";
  if (row.is_registered !== 1) return "Not registered";
  if (row.validated_at === null) return "Not validated";
  return row.last_login_at === null ? "New" : "Active";
}

/** A contact as the API returns it. */
export function contactObject(db: DatabaseSync, row: Row, flags: WriteFlags) {
  return businessObject({ ...fieldsOf(db, row, flags), isNew: false });
}

/** An empty contact for the form that creates one: validated, not locked out, with every field writable. */
export function blankContact(db: DatabaseSync, call: Call) {
  const row: Row = { ...blankRow, client_id: call.clientId };
  const stored = { rowVersion: "", myPortalIsValidated: true, loginAccountStatus: "" };
  return businessObject({ ...fieldsOf(db, row, writeFlags(row, call)), ...stored, isNew: true });
}

const blankRow: Row = {
  contact_id: 0,
  row_version: 0,
  salutation: "",
  first_names: "",
  surname: "",
  position: "",
  telephone: "",
  mobile: "",
  email: "",
  notes: "",
  address_id: 0,
  portal_role: 0,
  is_locked_out: 0,
  validated_at: null,
  last_login_at: null,
  is_paper_billing: null,
};

function fieldsOf(db: DatabaseSync, row: Row, flags: WriteFlags) {
  const contactId = Number(row.contact_id);
  return {
    ...flags,
    contactId,
    rowVersion: rowVersionText(Number(row.row_version)),
    clientId: row.client_id,
    salutation: row.salutation,
    firstNames: row.first_names,
    surname: row.surname,
    fullName: fullName(row),
    position: row.position,
    telephone: row.telephone,
    mobile: row.mobile,
    email: row.email,
    confirmEmail: row.email,
    originalEmail: row.email,
    notes: row.notes,
    addressId: row.address_id,
    formattedContactDetails: formattedDetails(row),
    myPortalRole: Number(row.portal_role),
    contactRoles: contactRoles(Number(row.portal_role)),
    myPortalIsLockedOut: row.is_locked_out === 1,
    myPortalIsValidated: row.validated_at !== null,
    myPortalIsValidatedDate: dateText(row.validated_at),
    billingPreferences: {
      isPaperBilling: row.is_paper_billing === null ? null : row.is_paper_billing === 1,
    },
    marketingPreferences: marketingPreferences(optIns(db, contactId)),
    loginAccountStatus: loginAccountStatus(row),
    lastLogin: dateText(row.last_login_at),
    isSaveConfirmationRequired: false,
    isSaveConfirmed: false,
  };
}

/** Name, position, a telephone number and email on one line, for dropdowns. */
export function formattedDetails(row: Row): string {
  return [fullName(row), row.position, row.telephone || row.mobile, row.email].filter(Boolean).join(", ");
}

/** A contact's first names and surname. */
export function fullName(row: Row): string {
  return `${row.first_names} ${row.surname}`.trim();
}

/** Milliseconds from a column as ISO 8601; null stays null. */
export function dateText(time: SQLOutputValue | undefined): string | null {
  return time === null || time === undefined ? null : new Date(Number(time)).toISOString();
}

/** The contact's marketing opt-ins, each as `topicId:Channel`. */
export function optIns(db: DatabaseSync, contactId: number): Set<string> {
  const rows = db
    .prepare("SELECT topic_id, channel FROM marketing_opt_ins WHERE contact_id = ?")
    .all(contactId);
  return new Set(rows.map(({ topic_id, channel }) => `${topic_id}:${channel}`));
}

function contactRoles(sum: number) {
  return roleNames.map((roleName, index) => {
    const roleId = 2 ** index;
    return { roleId, roleName, isSelected: (sum & roleId) !== 0 };
  });
}

function marketingPreferences(chosen: ReadonlySet<string>) {
  return marketingTopics.map(({ topicId, displayLabel, categoryLabel, channels: offered }, index) => ({
    topicId,
    displayLabel,
    categoryLabel,
    displayOrder: index + 1,
    ...Object.fromEntries(channels.map((channel) => [`appliesTo${channel}`, offered.includes(channel)])),
    ...Object.fromEntries(
      channels.map((channel) => [`isOptedInFor${channel}`, chosen.has(`${topicId}:${channel}`)]),
    ),
  }));
}
