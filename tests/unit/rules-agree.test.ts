import fc from "fast-check";
import { expect, test } from "vitest";
import { addRequiredRules, fieldsToObject } from "#app/forms/object-fields.ts";
import { findBrokenRules as brokenInPortal } from "#app/forms/validate.ts";
import { checks } from "#provider/rules/checks.ts";
import { findBrokenRules as brokenInProvider } from "#provider/rules/find-broken-rules.ts";
import type { Rule } from "#provider/rules/rule.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { isLong } from "../support/long.ts";

const word = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^\+?[0-9]{0,4}( ?[0-9]{1,9}){0,3}$/),
  fc.stringMatching(/^[a-zA-Z.'+-]{0,8}@?[a-z-]{0,6}\.?[a-z]{0,4}$/),
  fc.stringMatching(/^[A-Za-z]{1,2}[0-9]{1,2}[A-Za-z]? ?[0-9][A-Za-z]{2}$/),
  fc.stringMatching(/^(https?|ftp|javascript):\/\/[a-z:@.]{0,6}(:[0-9]{1,6})?[/?#]?[a-z ]{0,3}$/),
  fc.stringMatching(/^[\w .]{0,6}\.?(png|JPG|gif)?$/),
  fc.constantFrom("", " ", "0", "true", "On", "GIR 0AA", "1e3", "-0", "+.5", "."),
);
const value = fc.oneof(
  word,
  fc.constantFrom(null, undefined, true, false, 0, 1, -1, 2.5),
  fc.array(word, { maxLength: 3 }),
);
const limit = fc.option(fc.integer({ min: -2, max: 20 }), { nil: undefined });
const rule: fc.Arbitrary<Rule> = fc.record({
  property: fc.constantFrom("Email", "PostCode", "MyPortalRole"),
  ruleName: fc.constantFrom(...Object.keys(checks), "NobodyKnowsThis"),
  severity: fc.integer({ min: 0, max: 3 }),
  parameters: fc.record({
    min: limit,
    max: limit,
    size: fc.constantFrom(undefined, 0, 1),
    ext: fc.subarray([".png", "JPG", "gif"]),
    compareField: fc.constantFrom("", "Email", "PostCode"),
  }),
});
const form = fc.record({
  email: value,
  postCode: value,
  myPortalRole: value,
  originalEmail: word,
  brokenRules: fc.subarray(["MarketingPreferencesWarning", "Other"]),
});

test("the portal and the provider find the same rules broken, on any input", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), form, (rules, values) => {
      const portalRules = rules.map((sent) => validationRule.parse(sent));
      const ofPortal = Object.entries(brokenInPortal(portalRules, values, true)).flatMap(
        ([property, findings]) => findings.map((finding) => `${property}:${finding.rule}`),
      );
      const ofProvider = brokenInProvider(rules, values).map(
        ({ property, ruleName }) => `${property.charAt(0).toLowerCase()}${property.slice(1)}:${ruleName}`,
      );
      expect([...ofProvider].sort()).toEqual([...ofPortal].sort());
    }),
    { numRuns: isLong ? 3_000 : 300 },
  );
});

test("an emptied id field is refused by the portal exactly if its number is outside the provider's range", () => {
  const bounds = fc.record({ min: limit, max: limit });
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 9 }), bounds, (before, parameters) => {
      const item = { addressId: before };
      const range = { property: "AddressId", ruleName: "NumericRange", severity: 0, parameters };
      const rules = addRequiredRules(
        { fields: { addressId: "Address" } },
        [validationRule.parse(range)],
        item,
      );
      const ofPortal = brokenInPortal(rules, { addressId: "" }, true);
      const ofProvider = brokenInProvider([range], fieldsToObject(item, { addressId: "" }));
      expect(Object.keys(ofPortal).length).toBe(ofProvider.length);
    }),
  );
});
