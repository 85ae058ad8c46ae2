import { expect, it } from "vitest";
import type { z } from "zod";
import { judgeForm } from "#app/forms/define-form.ts";
import { editedObject, initialValuesOf, ruleContextOf } from "#app/forms/editor-values.server.ts";
import { address } from "#app/portal-api/addresses.ts";
import { getContactToEdit } from "#app/portal-api/contacts.ts";
import { validationRule } from "#app/portal-api/rules.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { contactEditor } from "./contact-editor.server.ts";
import { contactForm } from "./contact-form.ts";

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
const sourceOf = (item: Contact, isNew = false) => ({ id: "4", item, rules, related, isNew });
const save = (item: Contact, typed: object = {}) => {
  const source = sourceOf(item);
  const values = { ...initialValuesOf(contactEditor, source), ...typed };
  return editedObject(contactEditor, source, { values, confirmed: true }, {} as Portal);
};
const editableFields = (source: ReturnType<typeof sourceOf>) => {
  const withheld = contactEditor.withheld?.(source) ?? [];
  return ["email", "confirmEmail", "roles", "myPortalIsLockedOut", "myPortalIsValidated"].filter(
    (name) => !withheld.some((field) => field === name),
  );
};

/** An API with one other contact, whose role sum is undefined if the API's list leaves out role sums. */
const apiWithOther = (myPortalRole: number | undefined) => {
  const items = [{ contactId: "9", loginAccountStatus: "Active", myPortalRole }];
  return { call: async () => ({ items, totalCount: 1 }) } as unknown as Portal["api"];
};

async function judge(source: ReturnType<typeof sourceOf>, sent: object, otherRoleSum?: number) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ addressId: "11", ...sent }) as [string, string | string[]][])
    for (const text of [value].flat()) body.append(name, text);
  const api = apiWithOther(otherRoleSum);
  const ruleContext = await ruleContextOf(contactEditor, source, { api } as Portal, body);
  return judgeForm(contactForm, ruleContext, { addressId: "11", ...sent }, true);
}

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
  const saved = await save(readOnly, typed);
  expect(saved).toMatchObject({ email: "anna@x.example", myPortalRole: ORDERS + TASKS });
  expect([saved.myPortalIsLockedOut, saved.myPortalIsValidated]).toEqual([undefined, undefined]);
});

it("does not check read-only fields", async () => {
  const readOnly = sourceOf(
    anna({ email: "", canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false }),
  );
  expect(await judge(readOnly, {})).toEqual({});
  expect(Object.keys(await judge(sourceOf(anna()), {}))).toEqual(["email", "confirmEmail"]);
});

const validEmails = { email: "a@x.example", confirmEmail: "a@x.example" };

it("warns about a contact without roles only if it has no hidden roles either", async () => {
  const withoutHidden = sourceOf(anna({ myPortalRole: ORDERS }));
  expect(await judge(sourceOf(anna()), validEmails)).toEqual({});
  expect(Object.keys(await judge(withoutHidden, validEmails))).toEqual(["roles"]);
});

it("refuses a role that the form does not offer", async () => {
  const judgeRoles = (roles: readonly string[], changes = {}) =>
    judge(sourceOf(anna(changes)), { ...validEmails, roles });
  const refused = [{ severity: "error", text: "Please choose from the roles that are shown." }];
  expect(await judgeRoles([String(ADMIN), String(ORDERS)])).toEqual({});
  for (const role of [String(TASKS), "4", "-2", "2.5", "x"])
    expect((await judgeRoles([String(ORDERS), role]))["roles"]).toMatchObject(refused);
  expect((await judgeRoles([String(ADMIN)], { contactRoles: [] }))["roles"]).toMatchObject(refused);
});

it("warns if the last administrator would lose the role or be locked out", async () => {
  const severity = async (otherRoleSum: number | undefined, sent: object) =>
    (await judge(sourceOf(anna({ myPortalRole: ADMIN + TASKS })), { ...validEmails, ...sent }, otherRoleSum))[
      "roles"
    ]?.find(({ rule }) => rule === "NumericRange")?.severity;
  const admin = { roles: [String(ADMIN)] };
  expect(await severity(0, {})).toBe("warning");
  expect(await severity(0, { ...admin, myPortalIsLockedOut: "on" })).toBe("warning");
  expect(await severity(0, admin)).toBeUndefined();
  expect(await severity(ADMIN, {})).toBeUndefined();
  expect(await severity(undefined, {})).toBeUndefined();
});

it("starts a new contact validated, not locked out, without roles, and with all fields editable", () => {
  const blank = anna({ canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false, addressId: -1 });
  expect(initialValuesOf(contactEditor, sourceOf(blank, true))).toMatchObject({
    roles: [],
    myPortalIsValidated: "on",
    myPortalIsLockedOut: "",
    addressId: "",
  });
  expect(editableFields(sourceOf(blank, true))).toHaveLength(5);
});

it("says when the account was validated, whatever blanks are around the date", () => {
  const validated = anna({ myPortalIsValidated: true, myPortalIsValidatedDate: " 2024-11-05T10:00:00Z " });
  const args = { request: new Request("http://portal.example/account/contacts/4") } as RouteArgs;
  expect(contactEditor.view?.(sourceOf(validated), args, {} as Portal)).toMatchObject({
    validatedText: "Account validated on 05/11/2024",
  });
});

it("offers validation only until the contact is validated", () => {
  expect(editableFields(sourceOf(anna()))).toContain("myPortalIsValidated");
  expect(editableFields(sourceOf(anna({ myPortalIsValidated: true })))).not.toContain("myPortalIsValidated");
});
