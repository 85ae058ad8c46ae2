import { expect, it } from "vitest";
import { validateForm } from "#app/forms/define-form.ts";
import { openEdit } from "#server/testing/open-edit.ts";
import { listAddresses } from "#shared/portal-api/addresses.ts";
import { getCurrentContact } from "#shared/portal-api/contacts.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { accountEditor } from "./account-editor.server.ts";
import { accountForm } from "./account-form.ts";

const contact = {
  contactId: 12,
  rowVersion: "NEW=",
  firstNames: "Anna",
  surname: "Archer",
  salutation: null,
  email: "anna@harbour.example",
  addressId: 3,
  myPortalRole: 65,
  billingPreferences: { isPaperBilling: null, cycle: "monthly" },
  marketingPreferences: null,
  isDirty: false,
  contactRoles: [],
};
const related = Object.assign([{ addressId: 4 }], { totalCount: 1 });
const edit = async (changes: object, confirmed = false, stored: object = contact) => {
  const item = getCurrentContact.answer.parse(stored);
  const opened = await openEdit(accountEditor, "/account", (call) =>
    (call as unknown) === listAddresses ? related : item,
  );
  return opened.save(changes, confirmed);
};

it("shows the way of billing as the API has it", async () => {
  const stored = getCurrentContact.answer.parse({ ...contact, billingPreferences: { isPaperBilling: true } });
  const { values } = await openEdit(accountEditor, "/account", (call) =>
    (call as unknown) === listAddresses ? related : stored,
  );
  expect(values.isPaperBilling).toBe("true");
});

it("saves the whole object as it was read if nothing was changed", async () => {
  expect(await edit({})).toEqual({
    ...contact,
    telephone: undefined,
    mobile: undefined,
    position: undefined,
    isSaveConfirmed: false,
  });
});

it("saves the chosen values, but never a posted email address", async () => {
  const saved = await edit({ addressId: "4", isPaperBilling: "true", email: "mallory@evil.example" }, true);
  expect(await edit({ addressId: "" })).toMatchObject({ addressId: 0 });
  expect(saved).toMatchObject({
    addressId: 4,
    billingPreferences: { isPaperBilling: true, cycle: "monthly" },
    email: "anna@harbour.example",
    isSaveConfirmed: true,
  });
});

it.each([
  [{ isPaperBilling: false }, "", { isPaperBilling: false }],
  [null, "", null],
  [null, "false", { isPaperBilling: false }],
])("the way of billing %j, answered by '%s', becomes %j", async (before, isPaperBilling, after) => {
  const saved = await edit({ isPaperBilling }, false, { ...contact, billingPreferences: before });
  expect(saved).toMatchObject({ billingPreferences: after });
});

it("shows the contact's broken rule until a box is ticked", () => {
  const rule = validationRule.parse({
    property: "MarketingPreferences",
    ruleName: "MarketingPreferencesWarning",
    description: "You won't hear from us.",
    severity: 1,
  });
  const ruleContext = { rules: [rule], facts: { brokenRules: ["MarketingPreferencesWarning"] } };
  const findings = (ticked: readonly string[], context = ruleContext) =>
    validateForm(accountForm, context, { marketingPreferences: ticked }, true)["marketingPreferences"]
      ?.length;
  expect(findings([])).toBe(1);
  expect(findings(["a / b / Email"])).toBeUndefined();
  expect(findings([], { ...ruleContext, facts: { brokenRules: [] } })).toBeUndefined();
});
