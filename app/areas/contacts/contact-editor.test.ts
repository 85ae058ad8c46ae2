import { expect, it } from "vitest";
import type { z } from "zod";
import { judgeForm } from "#app/forms/define-form.ts";
import { editedObject, initialValuesOf, ruleContextOf } from "#app/forms/editor-values.server.ts";
import { address } from "#app/portal-api/addresses.ts";
import { getContactToEdit } from "#app/portal-api/contacts.ts";
import { validationRule } from "#app/portal-api/rules.ts";
import type { Portal } from "#app/request/portal.ts";
import { contactEditor } from "./contact-editor.server.ts";
import { contactForm } from "./contact-form.ts";

const ORDERS = 2;
const TASKS = 32;
const ADMIN = 128;

type Contact = z.output<(typeof getContactToEdit)["answer"]>;

const anna = (more: Partial<Contact> = {}): Contact =>
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
    ...more,
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
  return editedObject(contactEditor, source, {
    values: { ...initialValuesOf(contactEditor, source), ...typed },
    confirmed: true,
  });
};
const permitsOf = (source: ReturnType<typeof sourceOf>) => {
  const withheld = contactEditor.withheld?.(source) ?? [];
  return ["email", "confirmEmail", "roles", "myPortalIsLockedOut", "myPortalIsValidated"].filter(
    (name) => !withheld.some((one) => one === name),
  );
};

/** The API where it has this many other administrators; undefined where its list tells no roles. */
const apiOf = (others: number | undefined) => {
  const all = { contactId: "9", loginAccountStatus: "Active" };
  const items = [{ ...all, myPortalRole: others === undefined ? undefined : others * ADMIN }];
  return { call: async () => ({ items, totalCount: 1 }) } as unknown as Portal["api"];
};

/** What the rules say of these values, `others` being the number of other administrators. */
async function judge(source: ReturnType<typeof sourceOf>, sent: object, others?: number) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ addressId: "11", ...sent }) as [string, string | string[]][])
    for (const one of [value].flat()) body.append(name, one);
  const judging = await ruleContextOf(contactEditor, source, { api: apiOf(others) } as Portal, body);
  return judgeForm(contactForm, judging, { addressId: "11", ...sent }, true);
}

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

it("does not judge what nobody here can mend", async () => {
  const fixed = sourceOf(
    anna({ email: "", canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false }),
  );
  expect(await judge(fixed, {})).toEqual({});
  expect(Object.keys(await judge(sourceOf(anna()), {}))).toEqual(["email", "confirmEmail"]);
});

const named = { email: "a@x.example", confirmEmail: "a@x.example" };

it("does not take a contact with hidden roles alone for one without roles", async () => {
  const without = sourceOf(anna({ myPortalRole: ORDERS }));
  expect(await judge(sourceOf(anna()), named)).toEqual({});
  expect(Object.keys(await judge(without, named))).toEqual(["roles"]);
});

it("takes no role that is neither offered nor held", async () => {
  const withRoles = (roles: readonly string[], more = {}) => judge(sourceOf(anna(more)), { ...named, roles });
  const refused = [{ severity: "error", text: "Please choose from the roles that are shown." }];
  expect(await withRoles([String(ADMIN), String(ORDERS)])).toEqual({});
  for (const role of [String(TASKS), "4", "-2", "2.5", "x"])
    expect((await withRoles([String(ORDERS), role]))["roles"]).toMatchObject(refused);
  expect((await withRoles([String(ADMIN)], { contactRoles: [] }))["roles"]).toMatchObject(refused);
});

it("warns where the last administrator would go, by role or by lock", async () => {
  const severity = async (others: number | undefined, sent: object) =>
    (await judge(sourceOf(anna({ myPortalRole: ADMIN + TASKS })), { ...named, ...sent }, others))[
      "roles"
    ]?.find(({ rule }) => rule === "NumericRange")?.severity;
  const admin = { roles: [String(ADMIN)] };
  expect(await severity(0, {})).toBe("warning");
  expect(await severity(0, { ...admin, myPortalIsLockedOut: "on" })).toBe("warning");
  expect(await severity(0, admin)).toBeUndefined();
  expect(await severity(1, {})).toBeUndefined();
  expect(await severity(undefined, {})).toBeUndefined();
});

it("begins a new contact without roles, validated, not locked out, e-mail and role open", () => {
  const blank = anna({ canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false, addressId: -1 });
  expect(initialValuesOf(contactEditor, sourceOf(blank, true))).toMatchObject({
    roles: [],
    myPortalIsValidated: "on",
    myPortalIsLockedOut: "",
    addressId: "",
  });
  expect(permitsOf(sourceOf(blank, true))).toHaveLength(5);
});

it("offers validation until it is done", () => {
  expect(permitsOf(sourceOf(anna()))).toContain("myPortalIsValidated");
  expect(permitsOf(sourceOf(anna({ myPortalIsValidated: true })))).not.toContain("myPortalIsValidated");
});
