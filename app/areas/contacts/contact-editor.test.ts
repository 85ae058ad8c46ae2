import { expect, it } from "vitest";
import type { z } from "zod";
import { address, listAddresses } from "#app/portal-api/addresses.ts";
import { getBlankContact, getContactToEdit, updateContact } from "#app/portal-api/contacts.ts";
import { validationRule } from "#app/portal-api/rules.ts";
import { openEdit } from "#server/testing/open-edit.ts";
import { contactEditor } from "./contact-editor.server.ts";

const ORDERS = 2;
const TASKS = 32;
const ADMIN = 128;

type Contact = z.output<(typeof getContactToEdit)["answer"]>;

const anna = (changes: Partial<Contact> = {}): Contact =>
  getContactToEdit.answer.parse({
    contactId: 4,
    rowVersion: "AAAB",
    firstNames: "Anna",
    surname: "Archer",
    mobile: null,
    email: "anna@x.example",
    addressId: 11,
    myPortalRole: ORDERS + TASKS,
    contactRoles: [
      { roleId: ORDERS, roleName: "Orders", isSelected: true },
      { roleId: TASKS, roleName: "Tasks", isSelected: true },
      { roleId: ADMIN, roleName: "MyPortal Admin", isSelected: false },
    ],
    canWriteEmailProperty: true,
    canWriteMyPortalRoleProperty: true,
    canWriteMyPortalIsLockedOutProperty: true,
    canWriteMyPortalIsValidatedProperty: true,
    extensionData: { source: "crm" },
    ...changes,
  });
const rules = ["Email", "ConfirmEmail", "MyPortalRole"].map((property) =>
  validationRule.parse({
    property,
    ruleName: property === "MyPortalRole" ? "ContactWithNoRolesWarning" : "Required",
  }),
);
const related = Object.assign([address.parse({ addressId: 11 }), address.parse({ addressId: 12 })], {
  totalCount: 2,
});
/** An API with one other contact, whose role sum is undefined if the API's list leaves out role sums. */
const open = (
  item: Contact,
  { isNew = false, otherRoleSum }: { isNew?: boolean; otherRoleSum?: number } = {},
) => {
  const others = {
    items: [{ contactId: "9", loginAccountStatus: "Active", myPortalRole: otherRoleSum }],
    totalCount: 1,
  };
  const answers = new Map<unknown, unknown>([
    [getContactToEdit, item],
    [getBlankContact, item],
    [listAddresses, related],
    [updateContact, null],
  ]);
  const answer = (call: unknown) => (answers.has(call) ? answers.get(call) : others);
  return openEdit(contactEditor, "/account/contacts", answer, isNew ? {} : { id: "4" });
};
const save = async (item: Contact, typed: object = {}) => (await open(item)).save(typed, true);
const editableFields = async (item: Contact, isNew = false) => {
  const { withheld } = (await open(item, { isNew })).about;
  const names = ["email", "confirmEmail", "roles", "myPortalIsLockedOut", "myPortalIsValidated"];
  return names.filter((name) => !Object.hasOwn(withheld, name));
};
const judge = async (item: Contact, sent: object, otherRoleSum?: number) =>
  (await open(item, { otherRoleSum })).judge(rules, { addressId: "11", ...sent });

it("saves the whole object with the changed fields", async () => {
  expect(await save(anna(), { position: "Captain", addressId: "12", roles: [String(ADMIN)] })).toEqual({
    ...anna(),
    confirmEmail: "anna@x.example",
    position: "Captain",
    addressId: 12,
    myPortalRole: ADMIN + TASKS,
    myPortalIsLockedOut: false,
    myPortalIsValidated: false,
    contactRoles: [],
    isSaveConfirmed: true,
  });
});

it("saves an untouched empty field as null and a cleared one as ''", async () => {
  expect(await save(anna(), { firstNames: "" })).toMatchObject({ firstNames: "", mobile: null });
});

it("ignores values that were sent for read-only fields", async () => {
  const readOnly = anna({
    canWriteEmailProperty: false,
    canWriteMyPortalRoleProperty: null,
    canWriteMyPortalIsLockedOutProperty: false,
    canWriteMyPortalIsValidatedProperty: undefined,
  });
  const typed = { email: "evil@x.example", roles: [], myPortalIsLockedOut: "on", myPortalIsValidated: "on" };
  const { myPortalIsLockedOut, myPortalIsValidated } = readOnly;
  const kept = { email: "anna@x.example", myPortalRole: ORDERS + TASKS };
  expect(await save(readOnly, typed)).toMatchObject({ ...kept, myPortalIsLockedOut, myPortalIsValidated });
});

it("does not check read-only fields", async () => {
  const readOnly = anna({ email: "", canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false });
  expect(await judge(readOnly, {})).toEqual({});
  expect(Object.keys(await judge(anna(), {}))).toEqual(["email", "confirmEmail"]);
});

const validEmails = { email: "a@x.example", confirmEmail: "a@x.example" };

it("warns about a contact without roles only if it has no hidden roles either", async () => {
  const withoutHidden = anna({ myPortalRole: ORDERS });
  expect(await judge(anna(), validEmails)).toEqual({});
  expect(Object.keys(await judge(withoutHidden, validEmails))).toEqual(["roles"]);
});

it("refuses a role that the form does not offer", async () => {
  const judgeRoles = (roles: readonly string[], changes = {}) =>
    judge(anna(changes), { ...validEmails, roles });
  const refused = [{ severity: "error", text: "Please choose from the roles that are shown." }];
  expect(await judgeRoles([String(ADMIN), String(ORDERS)])).toEqual({});
  for (const role of [String(TASKS), "4", "-2", "2.5", "x"])
    expect((await judgeRoles([String(ORDERS), role]))["roles"]).toMatchObject(refused);
  expect((await judgeRoles([String(ADMIN)], { contactRoles: [] }))["roles"]).toMatchObject(refused);
});

it("warns if the last administrator would lose the role or be locked out", async () => {
  const severity = async (otherRoleSum: number | undefined, sent: object) =>
    (await judge(anna({ myPortalRole: ADMIN + TASKS }), { ...validEmails, ...sent }, otherRoleSum))[
      "roles"
    ]?.find(({ rule }) => rule === "NumericRange")?.severity;
  const admin = { roles: [String(ADMIN)] };
  expect(await severity(0, {})).toBe("warning");
  expect(await severity(0, { ...admin, myPortalIsLockedOut: "on" })).toBe("warning");
  expect(await severity(0, admin)).toBeUndefined();
  expect(await severity(ADMIN, {})).toBeUndefined();
  expect(await severity(undefined, {})).toBeUndefined();
});

it("starts a new contact validated, not locked out, without roles, and with all fields editable", async () => {
  const blank = anna({ canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false, addressId: -1 });
  expect((await open(blank, { isNew: true })).values).toMatchObject({
    roles: [],
    myPortalIsValidated: "on",
    myPortalIsLockedOut: "",
    addressId: "",
  });
  expect(await editableFields(blank, true)).toHaveLength(5);
});

it("says when the account was validated, whatever blanks are around the date", async () => {
  const validated = anna({ myPortalIsValidated: true, myPortalIsValidatedDate: " 2024-11-05T10:00:00Z " });
  const view = { validatedText: "Account validated on 05/11/2024" };
  expect(await (await open(validated)).view()).toMatchObject({ view });
});

it("offers validation only until the contact is validated", async () => {
  expect(await editableFields(anna())).toContain("myPortalIsValidated");
  expect(await editableFields(anna({ myPortalIsValidated: true }))).not.toContain("myPortalIsValidated");
});
