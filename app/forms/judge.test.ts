import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checks } from "./checks.ts";
import { defineForm, hasErrors, judgeForm, maySave, questionsOf, type SomeForm } from "./define-form.ts";
import { requiredFields, unknownRules } from "./judge.ts";
import { findingOf, ruleSchema } from "./rule-schema.ts";
import { bannerOf, saving, submitting } from "./summary.ts";
import { judge } from "./testing/judge.ts";
import { rule } from "./testing/rule.ts";

const attempted = { attempted: true };

describe("judging", () => {
  it("tells Required alone where it fails, and the others where it holds", () => {
    const rules = [
      rule("PostCode", "PostCode", { description: "Not a postcode" }),
      rule("PostCode", "Required", { description: "Needed" }),
      rule("PostCode", "EmailChangeInfo", { description: "Hello", severity: 2 }),
    ];
    expect(judge(rules, { postCode: "" }, attempted)).toEqual({
      errors: { postCode: ["Needed"] },
      warnings: {},
      infos: {},
    });
    expect(judge(rules, { postCode: "x" }, attempted)).toEqual({
      errors: { postCode: ["Not a postcode"] },
      warnings: {},
      infos: { postCode: ["Hello"] },
    });
  });

  it("tells only warnings and infos before the first submit, also of a field that is required", () => {
    const rules = [
      rule("Email", "Required"),
      rule("Email", "Email", { severity: 1, description: "Odd address" }),
      rule("Email", "EmailChangeInfo", { severity: 2, description: "They will be told" }),
      rule("Email", "EmailChangeInfo", { severity: 3, description: "Well done" }),
    ];
    expect(judge(rules, { email: "x" }, { attempted: false })).toEqual({
      errors: {},
      warnings: { email: ["Odd address"] },
      infos: { email: ["They will be told"] },
    });
    expect(judge(rules, { email: "" }, { attempted: false }).infos).toEqual({ email: ["They will be told"] });
    expect(judge(rules, { email: "x" }, attempted).infos).toEqual({
      email: ["They will be told", "Well done"],
    });
  });

  it("words what the server left without words", () => {
    const rules = [
      rule("A", "PostCode"),
      rule("B", "Required"),
      rule("C", "StringLength", { parameters: { max: 1 } }),
    ];
    expect(judge(rules, { a: "x", b: "", c: "xx" }, attempted).errors).toEqual({
      a: ["This field is in incorrect format"],
      b: ["This field is required"],
      c: ["Value is invalid"],
    });
  });

  it("passes over rules that nobody knows, and names them for the log", () => {
    const rules = [rule("A", "Sparkle"), rule("B", "constructor"), rule("C", "Sparkle")];
    expect(judge(rules, { a: "", b: "", c: "" }, attempted)).toEqual({ errors: {}, warnings: {}, infos: {} });
    expect(unknownRules(rules)).toEqual(["Sparkle", "constructor"]);
  });

  it("knows which fields block while they are empty", () => {
    const rules = [rule("A", "Required"), rule("B", "Required", { severity: 1 }), rule("C", "Email")];
    expect([...requiredFields(rules)]).toEqual(["a"]);
  });
});

const form = defineForm({
  id: "contact",
  fields: { email: "Email", confirmEmail: "Confirm email", postCode: "Postcode", telephone: "Telephone" },
  lists: { roles: "Roles" },
  summary: saving("Save Contact"),
  derive: ({ roles }) => ({ myPortalRole: roles.reduce((sum, role) => sum + Number(role), 0) }),
  showAt: { myPortalRole: "roles" },
}) as unknown as SomeForm;

describe("a form", () => {
  it("shows what is found about a derived value at the field it comes from", () => {
    const rules = [
      rule("MyPortalRole", "ContactWithNoRolesWarning", { severity: 1, description: "No roles" }),
    ];
    expect(judgeForm(form, { rules }, { roles: ["1", "4"] }, true)).toEqual({});
    expect(judgeForm(form, { rules }, {}, true)).toEqual({
      roles: [{ severity: "warning", text: "No roles", rule: "ContactWithNoRolesWarning" }],
    });
  });

  it("judges what is fixed by the server's value, whatever was posted", () => {
    const judging = { rules: [rule("Email", "Required")], fixed: { email: "" } };
    expect(hasErrors(judgeForm(form, judging, { email: "posted@example.com" }, true))).toBe(true);
  });

  it("leaves rules for properties that it does not have", () => {
    expect(judgeForm(form, { rules: [rule("ContactId", "Required")] }, {}, true)).toEqual({});
  });

  it("asks a second press for warnings and infos, again for new ones, and never lets an error pass", () => {
    const found = (severity: number) =>
      judgeForm(form, { rules: [rule("Email", "EmailChangeInfo", { severity })] }, {}, true);
    for (const severity of [1, 2]) {
      expect(maySave(found(severity), {})).toBe(false);
      expect(maySave(found(severity), { isSaveConfirmed: "true" })).toBe(true);
      expect(
        maySave(found(severity), { isSaveConfirmed: "true", findingsShown: "email:EmailChangeInfo" }),
      ).toBe(true);
      expect(maySave(found(severity), { isSaveConfirmed: "true", findingsShown: "email:Other" })).toBe(false);
      expect(maySave(found(severity), { isSaveConfirmed: "false" })).toBe(false);
    }
    expect(maySave(found(0), { isSaveConfirmed: "true" })).toBe(false);
    expect(maySave(found(3), {})).toBe(true);
  });
});

describe("the schema of the action", () => {
  const anyRules = fc.array(
    fc
      .record({
        property: fc.constantFrom("Email", "ConfirmEmail", "PostCode", "Telephone", "MyPortalRole", "Other"),
        ruleName: fc.constantFrom(...Object.keys(checks), "Sparkle"),
        severity: fc.integer({ min: 0, max: 3 }),
        description: fc.constantFrom("", "Words"),
        parameters: fc.record({ min: fc.nat(5), max: fc.nat(9), compareField: fc.constantFrom("Email", "") }),
      })
      .map(({ property, ruleName, ...given }) => rule(property, ruleName, given)),
    { maxLength: 8 },
  );
  const text = fc.oneof(fc.string(), fc.constantFrom("", "a@b.co", "SW1A 1AA", "0113 496", "0"));
  const anySent = fc.record({
    email: text,
    confirmEmail: text,
    postCode: text,
    telephone: text,
    roles: fc.oneof(fc.constant("4"), fc.array(fc.constantFrom("0", "1", "4"))),
    isSaveConfirmed: fc.constantFrom("", "true"),
  });

  it("gives the verdict that the browser gives, on any rules and any input", () => {
    fc.assert(
      fc.property(anyRules, anySent, fc.string(), (rules, sent, originalEmail) => {
        const judging = { rules, fixed: { originalEmail } };
        const result = ruleSchema(form, judging).safeParse(sent);
        const found = judgeForm(form, judging, sent, true);
        expect(result.success).toBe(maySave(found, sent));
        const told = (result.error?.issues ?? []).map((issue) => ({
          field: issue.path.join("."),
          ...findingOf(issue),
        }));
        const expected = Object.entries(found).flatMap(([field, list]) =>
          list.map((finding) => ({ field, ...finding })),
        );
        expect(told).toEqual(result.success ? [] : expected);
      }),
      { numRuns: 500 },
    );
  });

  it("is content once everything that was asked has been confirmed", () => {
    fc.assert(
      fc.property(anyRules, anySent, (rules, sent) => {
        const found = judgeForm(form, { rules }, sent, true);
        fc.pre(!hasErrors(found));
        const second = { ...sent, isSaveConfirmed: "true", findingsShown: questionsOf(found).join(" ") };
        expect(ruleSchema(form, { rules }).safeParse(second).success).toBe(true);
      }),
    );
  });
});

describe("the banners", () => {
  const errors = { errors: true, warnings: false };
  const warnings = { errors: false, warnings: true };
  const both = { errors: true, warnings: true };

  it("say what the specification says on forms that save", () => {
    const texts = saving("Save Contact");
    expect(bannerOf(texts, errors)).toBe("Please resolve the validation errors below before saving.");
    expect(bannerOf(texts, both)).toBe(
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before saving your changes.",
    );
    expect(bannerOf(texts, warnings)).toBe(
      "Please review the form as there are some validation messages we'd like to make you aware of before saving your changes. If you'd like to save without addressing the issues, click the \"Save Contact\" button again.",
    );
  });

  it("say what the specification says on the payment form", () => {
    const texts = submitting("Pay now");
    expect(bannerOf(texts, errors)).toBe("Please resolve the validation errors below before submitting.");
    expect(bannerOf(texts, both)).toBe(
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before submitting your request.",
    );
    expect(bannerOf(texts, warnings)).toBe(
      "Please review the form as there are some validation messages we'd like to make you aware of before submitting your request. If you'd like to save without addressing the issues, click the \"Pay now\" button again.",
    );
  });
});
