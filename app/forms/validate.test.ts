import { describe, expect, it } from "vitest";
import { defineForm, hasErrors, maySave, validateForm, type AnyForm } from "./define-form.ts";
import { bannerText } from "./form-summary.tsx";
import { rule } from "./testing/rule.ts";
import { validate } from "./testing/validate.ts";
import { constraintsOf, unknownRules } from "./validate.ts";

describe("findings", () => {
  it("leave out a field's other broken rules if Required is broken", () => {
    const rules = [
      rule("PostCode", "PostCode", { description: "Not a postcode" }),
      rule("PostCode", "Required", { description: "Needed" }),
      rule("PostCode", "EmailChangeInfo", { description: "Hello", severity: 2 }),
    ];
    expect(validate(rules, { postCode: "" })).toEqual({
      errors: { postCode: ["Needed"] },
      warnings: {},
      infos: {},
    });
    expect(validate(rules, { postCode: "x" })).toEqual({
      errors: { postCode: ["Not a postcode"] },
      warnings: {},
      infos: { postCode: ["Hello"] },
    });
  });

  it.each(["all", "10 users", "1 000"])("say of %j once that it's no whole number", (typed) => {
    const limits = { min: 0, max: 250 };
    const rules = [
      rule("Users", "NumericRange", { description: "From 0 to 250", parameters: limits }),
      rule("Users", "NumericRange", { description: "Phone us", severity: 1, parameters: { max: 250 } }),
      rule("Users", "Digit", { description: "A whole number" }),
    ];
    expect(validate(rules, { users: typed })).toEqual({
      errors: { users: ["A whole number"] },
      warnings: {},
      infos: {},
    });
    expect(validate(rules, { users: typed }, false).warnings).toEqual({});
    expect(validate(rules.slice(0, 2), { users: typed }).errors).toEqual({ users: ["From 0 to 250"] });
    expect(validate(rules, { users: "-1" }).errors).toEqual({ users: ["From 0 to 250", "A whole number"] });
    expect(validate(rules, { users: "251" })).toMatchObject({
      errors: { users: ["From 0 to 250"] },
      warnings: { users: ["Phone us"] },
    });
  });

  it("keep a range's refusal beside a Digit that only warns", () => {
    const rules = [
      rule("Users", "Digit", { description: "Odd", severity: 1 }),
      rule("Users", "NumericRange", { description: "From 1 to 9", parameters: { min: 1, max: 9 } }),
    ];
    expect(validate(rules, { users: "all" }).errors).toEqual({ users: ["From 1 to 9"] });
  });

  it("are only warnings and infos before the first submit, even for an empty required field", () => {
    const rules = [
      rule("Email", "Required"),
      rule("Email", "Email", { severity: 1, description: "Odd address" }),
      rule("Email", "EmailChangeInfo", { severity: 2, description: "They will be told" }),
      rule("Email", "EmailChangeInfo", { severity: 3, description: "Well done" }),
    ];
    expect(validate(rules, { email: "x" }, false)).toEqual({
      errors: {},
      warnings: { email: ["Odd address"] },
      infos: { email: ["They will be told"] },
    });
    expect(validate(rules, { email: "" }, false).infos).toEqual({ email: ["They will be told"] });
    expect(validate(rules, { email: "x" }).infos).toEqual({
      email: ["They will be told", "Well done"],
    });
  });

  it("have default texts for rules without a description", () => {
    const rules = [rule("A", "PostCode"), rule("B", "Required"), rule("C", "IdenticalFields")];
    expect(validate(rules, { a: "x", b: "", c: "xx" }).errors).toEqual({
      a: ["This field is in incorrect format"],
      b: ["This field is required"],
      c: ["Value is invalid"],
    });
  });

  it.each([
    ["StringLength", { max: 1000 }, "", "Value is invalid. Please use no more than 1,000 characters."],
    [
      "StringLength",
      { min: 2000, max: 3000 },
      "Too short.",
      "Too short. Please use 2000 to 3000 characters.",
    ],
    ["StringLength", { max: 1000 }, "At most 1,000 characters", "At most 1,000 characters"],
    ["NumericRange", { min: 1, max: 9 }, "", "Value is invalid. Please enter 1 to 9."],
    ["NumericRange", { max: 9 }, "From 0 to 9 users", "From 0 to 9 users"],
    ["BankAccountNumber", {}, "", "This field is in incorrect format. Must be 8 digits."],
    ["BankSortCode", {}, "Must be 6 digits", "Must be 6 digits"],
  ])("of %s with %j and the text '%s' say '%s'", (ruleName, parameters, description, text) => {
    const value = "9".repeat(1_001);
    expect(validate([rule("A", ruleName, { description, parameters })], { a: value }).errors).toEqual({
      a: [text],
    });
  });

  it("leave out unknown rules, and unknownRules names these", () => {
    const rules = [rule("A", "Sparkle"), rule("B", "constructor"), rule("C", "Sparkle")];
    expect(validate(rules, { a: "", b: "", c: "" })).toEqual({ errors: {}, warnings: {}, infos: {} });
    expect(unknownRules(rules)).toEqual(["Sparkle", "constructor"]);
  });
});

it("constraintsOf gives what a field shows of its rules of severity error", () => {
  const rules = [
    rule("A", "Required"),
    rule("A", "StringLength", { parameters: { max: 9 } }),
    rule("B", "Required", { severity: 1 }),
  ];
  expect(constraintsOf(rules)).toMatchObject({ a: { required: true, maxLength: 9 } });
  expect(constraintsOf(rules)).not.toHaveProperty("b");
});

const form = defineForm({
  id: "contact",
  fields: { email: "Email", confirmEmail: "Confirm email", postCode: "Postcode", telephone: "Telephone" },
  lists: { roles: "Roles" },
  button: "Save Contact",
  derive: ({ roles }) => ({ myPortalRole: roles.reduce((sum, role) => sum + Number(role), 0) }),
  showAt: { myPortalRole: "roles" },
}) as unknown as AnyForm;

describe("a form", () => {
  it("shows the findings about a derived value at the field that `showAt` names", () => {
    const rules = [
      rule("MyPortalRole", "ContactWithNoRolesWarning", { severity: 1, description: "No roles" }),
    ];
    expect(validateForm(form, { rules }, { roles: ["1", "4"] }, true)).toEqual({});
    expect(validateForm(form, { rules }, {}, true)).toEqual({
      roles: [{ severity: "warning", text: "No roles", rule: "ContactWithNoRolesWarning" }],
    });
  });

  it("checks a fixed field by the server's value, whatever was posted", () => {
    const ruleContext = { rules: [rule("Email", "Required")], fixed: { email: "" } };
    expect(hasErrors(validateForm(form, ruleContext, { email: "posted@example.com" }, true))).toBe(true);
  });

  it("checks the size of a chosen file", () => {
    const withFile = defineForm({
      id: "letter",
      fields: { letter: "Letter" },
      files: "letter",
      button: "Send",
    }) as unknown as AnyForm;
    const tooLarge = rule("Letter", "FileSize", { description: "Too large", parameters: { size: 1 } });
    const findingsFor = (size: number, name = "letter.doc") =>
      validateForm(withFile, { rules: [tooLarge] }, { letter: { name, size } }, true);
    expect(findingsFor(1_048_577)).toEqual({
      letter: [{ severity: "error", text: "Too large", rule: "FileSize" }],
    });
    expect([findingsFor(1_048_576), findingsFor(0, "")]).toEqual([{}, {}]);
  });

  it("ignores rules about properties that it doesn't have", () => {
    expect(validateForm(form, { rules: [rule("ContactId", "Required")] }, {}, true)).toEqual({});
  });

  it("asks again if one of two warnings was confirmed and the other wasn't shown", () => {
    const warnings = [
      rule("Email", "EmailChangeInfo", { severity: 1 }),
      rule("Email", "Email", { severity: 1 }),
    ];
    const findings = validateForm(form, { rules: warnings }, { email: "x" }, true);
    expect(maySave(findings, { isSaveConfirmed: "true", findingsShown: "email:EmailChangeInfo" })).toBe(
      false,
    );
    const bothShown = "email:EmailChangeInfo email:Email";
    expect(maySave(findings, { isSaveConfirmed: "true", findingsShown: bothShown })).toBe(true);
  });

  it("is saved with warnings and infos only if exactly these were confirmed, and never with an error", () => {
    const findingsOf = (severity: number) =>
      validateForm(form, { rules: [rule("Email", "EmailChangeInfo", { severity })] }, {}, true);
    for (const severity of [1, 2]) {
      expect(maySave(findingsOf(severity), {})).toBe(false);
      expect(maySave(findingsOf(severity), { isSaveConfirmed: "true" })).toBe(true);
      expect(
        maySave(findingsOf(severity), { isSaveConfirmed: "true", findingsShown: "email:EmailChangeInfo" }),
      ).toBe(true);
      expect(maySave(findingsOf(severity), { isSaveConfirmed: "true", findingsShown: "email:Other" })).toBe(
        false,
      );
      expect(maySave(findingsOf(severity), { isSaveConfirmed: "false" })).toBe(false);
    }
    expect(maySave(findingsOf(0), { isSaveConfirmed: "true" })).toBe(false);
    expect(maySave(findingsOf(3), {})).toBe(true);
  });
});

describe("the heading of the summary", () => {
  const errors = { errors: true, warnings: false };
  const warnings = { errors: false, warnings: true };
  const both = { errors: true, warnings: true };

  it("asks to review before saving", () => {
    expect(bannerText({ button: "Save Contact" }, errors)).toBe(
      "Please resolve the validation errors below before saving.",
    );
    expect(bannerText({ button: "Save Contact" }, both)).toBe(
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before saving your changes.",
    );
    expect(bannerText({ button: "Save Contact" }, warnings)).toBe(
      "Please review the form as there are some validation messages we'd like to make you aware of before saving your changes. If you'd like to save without addressing the issues, click the \"Save Contact\" button again.",
    );
  });

  it("asks to review before submitting on a form that submits", () => {
    expect(bannerText({ bannerVerb: "submitting", button: "Pay now" }, errors)).toBe(
      "Please resolve the validation errors below before submitting.",
    );
    expect(bannerText({ bannerVerb: "submitting", button: "Pay now" }, both)).toBe(
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before submitting your request.",
    );
    expect(bannerText({ bannerVerb: "submitting", button: "Pay now" }, warnings)).toBe(
      "Please review the form as there are some validation messages we'd like to make you aware of before submitting your request. If you'd like to save without addressing the issues, click the \"Pay now\" button again.",
    );
  });
});
