import { expect, it } from "vitest";
import { judgeForm } from "#app/forms/define-form.ts";
import { address } from "#app/portal-api/addresses.ts";
import { contact, type Contact } from "#app/portal-api/contacts.ts";
import { validationRule } from "#app/portal-api/rules.ts";
import { judgingOf, permitsOf, toContact, valuesOf } from "./contact-editor.server.ts";
import { contactForm } from "./contact-form.ts";

const ORDERS = 2;
const TASKS = 32;
const ADMIN = 128;

const anna = (more: Partial<Contact> = {}): Contact =>
  contact.parse({
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
    ...more,
  });
const rules = ["Email", "ConfirmEmail", "MyPortalRole"].map((property) =>
  validationRule.parse({
    property,
    ruleName: property === "MyPortalRole" ? "ContactWithNoRolesWarning" : "Required",
  }),
);
const beside = [address.parse({ addressId: 11 }), address.parse({ addressId: 12 })];
const sourceOf = (thing: Contact, isNew = false) => ({ thing, rules, beside, isNew });
const save = (thing: Contact, typed: object = {}) =>
  toContact(sourceOf(thing), {
    values: { ...valuesOf({ thing, isNew: false }), ...typed },
    confirmed: true,
  });

it("sends the object back whole", () => {
  expect(save(anna(), { position: "Captain", addressId: "12", roles: [String(ADMIN)] })).toEqual({
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

it("leaves nothing as nothing, and empties what was something", () => {
  expect(save(anna(), { firstNames: "" })).toMatchObject({ firstNames: "", mobile: null });
});

it("leaves what may not be written as it was, whatever was sent", () => {
  const locked = anna({
    canWriteEmailProperty: false,
    canWriteMyPortalRoleProperty: null,
    canWriteMyPortalIsLockedOutProperty: false,
    canWriteMyPortalIsValidatedProperty: undefined,
  });
  const typed = { email: "evil@x.example", roles: [], myPortalIsLockedOut: "on", myPortalIsValidated: "on" };
  const saved = save(locked, typed);
  expect(saved).toMatchObject({ email: "anna@x.example", myPortalRole: ORDERS + TASKS });
  expect([saved.myPortalIsLockedOut, saved.myPortalIsValidated]).toEqual([undefined, undefined]);
});

it("does not judge what nobody here can mend", () => {
  const fixed = sourceOf(
    anna({ email: "", canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false }),
  );
  expect(judgeForm(contactForm, judgingOf(fixed), {}, true)).toEqual({});
  expect(Object.keys(judgeForm(contactForm, judgingOf(sourceOf(anna())), {}, true))).toEqual([
    "email",
    "confirmEmail",
  ]);
});

it("does not take a contact with hidden roles alone for one without roles", () => {
  const named = { email: "a@x.example", confirmEmail: "a@x.example" };
  const without = sourceOf(anna({ myPortalRole: ORDERS }));
  expect(judgeForm(contactForm, judgingOf(sourceOf(anna())), named, true)).toEqual({});
  expect(Object.keys(judgeForm(contactForm, judgingOf(without), named, true))).toEqual(["roles"]);
});

it("takes no role that is neither offered nor held", () => {
  const judge = (roles: readonly string[]) =>
    judgeForm(
      contactForm,
      judgingOf(sourceOf(anna())),
      { email: "a@x.example", confirmEmail: "a@x.example", roles },
      true,
    );
  expect(judge([String(ADMIN), String(ORDERS)])).toEqual({});
  for (const role of [String(TASKS), "4", "-2", "2.5", "x"])
    expect(judge([String(ORDERS), role])["roles"]).toMatchObject([
      { severity: "error", text: "Please choose from the roles that are shown." },
    ]);
});

it("warns where the last administrator would go, by role or by lock", () => {
  const judge = (others: number | undefined, sent: object) => {
    const named = { email: "a@x.example", confirmEmail: "a@x.example", ...sent };
    return judgeForm(contactForm, judgingOf(sourceOf(anna()), others), named, true)["roles"]?.[0]?.severity;
  };
  const admin = { roles: [String(ADMIN)] };
  expect(judge(0, {})).toBe("warning");
  expect(judge(0, { ...admin, myPortalIsLockedOut: "on" })).toBe("warning");
  expect(judge(0, admin)).toBeUndefined();
  expect(judge(1, {})).toBeUndefined();
  expect(judge(undefined, {})).toBeUndefined();
});

it("begins a new contact without roles, validated, not locked out, e-mail and role open", () => {
  const blank = anna({ canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false, addressId: -1 });
  expect(valuesOf({ thing: blank, isNew: true })).toMatchObject({
    roles: [],
    myPortalIsValidated: "on",
    myPortalIsLockedOut: "",
    addressId: "",
  });
  expect(permitsOf(sourceOf(blank, true))).toEqual({ email: true, role: true, lock: true, validate: true });
});

it("offers validation until it is done", () => {
  expect(permitsOf(sourceOf(anna())).validate).toBe(true);
  expect(permitsOf(sourceOf(anna({ myPortalIsValidated: true }))).validate).toBe(false);
});
