import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAddressRules } from "#app/portal-api/addresses.ts";
import { getClientRules } from "#app/portal-api/clients.ts";
import { getContactRules } from "#app/portal-api/contacts.ts";
import { apiFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { checks } from "./checks.ts";
import { findBrokenRules } from "./find-broken-rules.ts";
import type { Rule, RuleParameters } from "./rule.ts";

/** All rule names. */
const ruleNames = [
  "Required",
  "SelectedClientContact",
  "BankAccountNumber",
  "BankSortCode",
  "Email",
  "FileExtension",
  "FileName",
  "FileSize",
  "IdenticalFields",
  "NumericRange",
  "Phone",
  "Signature",
  "StringLength",
  "MustBeTrue",
  "Url",
  "PostCode",
  "Digit",
  "EmailChangeWarning",
  "EmailChangeInfo",
  "ContactWithNoRolesWarning",
  "MarketingPreferencesWarning",
];

describe("the rule lists", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const listsFor = (person: "Anna" | "Ben" | "Ella") =>
    Promise.all(
      [getContactRules, getClientRules, getAddressRules].map((operation) =>
        apiFor(provider, person, "1001").call(operation, {}),
      ),
    );

  test("the lists contain every rule, and one with an unknown name", async () => {
    const rules = (await listsFor("Ella")).flat();
    const unknown = [...new Set(rules.map(({ ruleName }) => ruleName))].filter(
      (name) => !ruleNames.includes(name),
    );
    expect(rules.map(({ ruleName }) => ruleName)).toEqual(expect.arrayContaining(ruleNames));
    expect(unknown).toEqual(["HouseStyle"]);
    expect(Object.keys(checks).sort()).toEqual([...ruleNames].sort());
  });

  test("some rules have no description, so that the portal shows its own text", async () => {
    const rules = (await listsFor("Anna")).flat();
    const withoutText = rules.filter(({ description }) => description === "").map(({ ruleName }) => ruleName);
    expect(withoutText).toEqual(expect.arrayContaining(["Phone", "Email", "PostCode"]));
  });

  test("employees also get the rule EmailChangeInfo", async () => {
    const names = async (person: "Anna" | "Ella") => {
      const [contactRules = []] = await listsFor(person);
      return contactRules.map(({ ruleName }) => ruleName);
    };
    await expect(names("Anna")).resolves.not.toContain("EmailChangeInfo");
    await expect(names("Ella")).resolves.toContain("EmailChangeInfo");
  });

  test("every user may read the lists, since every user has the account details form", async () => {
    await expect(listsFor("Ben")).resolves.toHaveLength(3);
  });
});

const rule = (ruleName: string, parameters?: RuleParameters): Rule => ({
  property: "Field",
  ruleName,
  severity: 0,
  ...(parameters && { parameters }),
});

describe("the provider's checks", () => {
  const passes = (ruleName: string, field: unknown, parameters?: RuleParameters, others = {}) =>
    findBrokenRules([rule(ruleName, parameters)], { field, ...others }).length === 0;

  test.each<[string, RuleParameters | undefined, unknown[], unknown[]]>([
    ["Required", undefined, ["x", 0, false, ["a"]], ["", "  ", null, undefined, [], [""]]],
    ["Signature", undefined, ["x"], ["", null]],
    ["SelectedClientContact", undefined, [7, "7"], [0, "0", "", null]],
    ["BankAccountNumber", undefined, ["12345678", ""], ["1234567", "123456789", "1234567a"]],
    ["BankSortCode", undefined, ["123456", ""], ["12345", "12-34-56"]],
    ["Digit", undefined, ["0042"], ["4.2", "-1", "a"]],
    [
      "Email",
      undefined,
      ["a@b.co", "o'neil+x@mail.example", "r&d@b.xn--p1ai"],
      ["a b@c.de", "@b.co", "a@-b.de"],
    ],
    ["Phone", undefined, ["+44 1947 600123", "01947600123"], ["01947  600123", "(01947)", "+"]],
    [
      "PostCode",
      undefined,
      ["GIR 0AA", "YO21 3PU", "yo213pu", "BFPO 57", "ascn1zz"],
      ["XXXXX SW1A 1AA", "GIR 0AAxyz", "YO21"],
    ],
    ["Url", undefined, ["https://a.example/x?y", "ftp://a"], ["a.example", "javascript:x", "http://"]],
    ["FileName", undefined, ["a_b1.png"], ["_a.png", "a b.png", "a"]],
    ["FileExtension", { ext: [".PNG", "jpg"] }, ["a.png", "a.JPG"], ["a.gif", "png"]],
    ["FileSize", { size: 1 }, ["data:;base64,AAAA", "A".repeat(1_398_100)], ["A".repeat(1_398_108)]],
    ["NumericRange", { min: 1, max: 5 }, ["1", 5, ""], ["0", "5.1", "one"]],
    ["StringLength", { min: 2, max: 3 }, ["ab", "abc", ""], ["a", "abcd"]],
    ["MustBeTrue", undefined, [true, "true", "on"], [false, "", null, "yes"]],
    ["EmailChangeInfo", undefined, [], ["", "x"]],
    ["ContactWithNoRolesWarning", undefined, [2, "2"], [0, "0", null]],
    ["NobodyKnowsThis", undefined, ["", "x"], []],
  ])("%s accepts valid values and no others", (ruleName, parameters, valid, invalid) => {
    expect(valid.filter((value) => !passes(ruleName, value, parameters))).toEqual([]);
    expect(invalid.filter((value) => passes(ruleName, value, parameters))).toEqual([]);
  });

  test("some rules depend on other properties", () => {
    expect(passes("IdenticalFields", "a", { compareField: "Other" }, { other: "a" })).toBe(true);
    expect(passes("IdenticalFields", "a", { compareField: "Other" }, { other: "b" })).toBe(false);
    expect(passes("EmailChangeWarning", "a", undefined, { originalEmail: "a" })).toBe(true);
    expect(passes("EmailChangeWarning", "a", undefined, { originalEmail: "" })).toBe(true);
    expect(passes("EmailChangeWarning", "a", undefined, { originalEmail: "b" })).toBe(false);
    const withWarning = { brokenRules: ["MarketingPreferencesWarning"] };
    expect(passes("MarketingPreferencesWarning", [], undefined, {})).toBe(true);
    expect(passes("MarketingPreferencesWarning", [], undefined, withWarning)).toBe(false);
  });

  test("a broken Required hides other rules, and rules of absent properties are ignored", () => {
    const rules = [
      rule("Digit"),
      rule("MustBeTrue"),
      rule("Required"),
      { ...rule("Required"), property: "Absent" },
    ];
    expect(findBrokenRules(rules, { field: "" }).map(({ ruleName }) => ruleName)).toEqual(["Required"]);
    expect(findBrokenRules(rules, { field: "x" }).map(({ ruleName }) => ruleName)).toEqual([
      "Digit",
      "MustBeTrue",
    ]);
  });
});
