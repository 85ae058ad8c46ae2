import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checks, isEmpty } from "./rule-checks.ts";
import { rule } from "./testing/rule.ts";
import { validate } from "./testing/validate.ts";

interface Case {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly passes: readonly unknown[];
  readonly fails: readonly unknown[];
  /** The other values of the form. */
  readonly otherValues?: Readonly<Record<string, unknown>>;
}

const base64 = (bytes: number) => Buffer.alloc(bytes).toString("base64");
const mb = 1024 * 1024;

const cases: readonly Case[] = [
  {
    name: "Required",
    passes: ["x", "0", 0, false, ["x"], { name: "a.pdf", size: 0 }],
    fails: ["", " \t\n", null, undefined, [], [""], { name: "", size: 0 }],
  },
  { name: "SelectedClientContact", passes: ["1", 7, "-1"], fails: ["0", 0, "", null, undefined, " "] },
  {
    name: "BankAccountNumber",
    passes: ["12345678", "00000000", ""],
    fails: ["1234567", "123456789", "1234567a", "1234 5678", "12-345678"],
  },
  { name: "BankSortCode", passes: ["123456", ""], fails: ["12345", "1234567", "12-34-56", "12345a"] },
  {
    name: "Email",
    // Also what only the HTML standard takes.
    passes: ["a@b.co", "first.last+tag@sub.example.co.uk", "o'neil@example.com", "r&d@b.xn--p1ai", "a@b", ""],
    fails: ["a", "@b.co", "a@.co", "a b@c.co", "a@b.co\nx", "a@-b.co", "jürg@b.co"],
  },
  {
    name: "FileExtension",
    parameters: { ext: "pdf, .DOCX" },
    passes: ["a.pdf", "a.PDF", "b.docx", { name: "c.Pdf", size: 1 }, ""],
    fails: [
      "a.exe",
      "pdf",
      "a.pdf.exe",
      "a.",
      [
        { name: "a.pdf", size: 1 },
        { name: "b.exe", size: 1 },
      ],
    ],
  },
  {
    name: "FileName",
    passes: ["a.pdf", "my_file_2.tar", "a__b.x", { name: "Letter1.pdf", size: 3 }, ""],
    fails: ["_a.pdf", "a_.pdf", "a b.pdf", "a-b.pdf", "a.b.pdf", ".pdf", "a.", "../a.pdf", "é.pdf"],
  },
  {
    name: "FileSize",
    parameters: { size: 1 },
    passes: [{ name: "a", size: mb }, base64(mb), `data:text/plain;base64,${base64(mb)}`, ""],
    fails: [{ name: "a", size: mb + 1 }, base64(mb + 1), base64(mb + 2), base64(mb + 3)],
  },
  {
    name: "IdenticalFields",
    parameters: { compareField: "Email" },
    otherValues: { email: "a@b.co" },
    passes: ["a@b.co", " a@b.co "],
    fails: ["A@b.co", "", undefined, "a@b.com"],
  },
  {
    name: "NumericRange",
    parameters: { min: "1", max: 10.5 },
    passes: ["1", "10.5", 5, "+5", ""],
    fails: ["0.99", "10.51", "-5", "five", "1e1", "0x5", "1,5", "Infinity", "NaN"],
  },
  {
    name: "Phone",
    passes: ["01134960000", "+44 113 496 0000", "0113 496 0000", "1", ""],
    fails: ["0113  496", "+ 44", "0113-496", "(0113) 496", "++44", "44+", "٠١٢"],
  },
  { name: "Signature", passes: ["Anna", "x"], fails: ["", "  ", null, undefined] },
  {
    name: "StringLength",
    parameters: { min: 10, max: 11 },
    passes: ["0123456789", "01234567890", " 0123456789 ", ""],
    fails: ["012345678", "012345678901"],
  },
  {
    name: "MustBeTrue",
    passes: [true, "true", "on"],
    fails: [false, "false", "", null, undefined, "yes", 1],
  },
  {
    name: "Url",
    passes: ["http://a.b", "HTTPS://example.com/x?y#z", "ftp://user@files.example:21/a", ""],
    fails: [
      "javascript:alert(1)",
      "mailto:a@b.co",
      "//a.b",
      "http://",
      "http:///x",
      "http://a b",
      "gopher://a",
    ],
  },
  {
    name: "PostCode",
    passes: ["EC1A 1BB", "W1A 0AX", "M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "BX1 1LT", "JE2 3AB"].concat(
      "GIR 0AA",
      "gir0aa",
      "SK97QJ",
      "sk9 7qj",
      "  M1 1AE ",
      "BFPO 1",
      "ASCN 1ZZ",
      "",
    ),
    fails: ["ZZ99 3VZ", "XXXXX SW1A 1AA", "GIR 0AAxyz", "SW1A  1AA", "SW1A 1A", "SW1A 1CA"],
  },
  { name: "Digit", passes: ["0", "123", ""], fails: ["1.5", "-1", "1a", "١", "1 2"] },
  {
    name: "EmailChangeWarning",
    otherValues: { originalEmail: "a@b.co" },
    passes: ["a@b.co"],
    fails: ["c@b.co", "", undefined],
  },
  { name: "EmailChangeWarning", otherValues: { originalEmail: "" }, passes: ["a@b.co", ""], fails: [] },
  { name: "EmailChangeInfo", passes: [], fails: ["a@b.co", "", undefined] },
  { name: "ContactWithNoRolesWarning", passes: [1, "4096"], fails: [0, "0", "", null, undefined] },
  { name: "ContactWithNoRolesWarning", otherValues: { myPortalRole: 2 }, passes: [undefined], fails: ["0"] },
  {
    name: "MarketingPreferencesWarning",
    otherValues: { brokenRules: ["MarketingPreferencesWarning"] },
    passes: [],
    fails: ["", undefined],
  },
  {
    name: "MarketingPreferencesWarning",
    otherValues: { brokenRules: ["Other"] },
    passes: ["", undefined],
    fails: [],
  },
];

describe.each(cases)("$name", ({ name, parameters, passes, fails, otherValues }) => {
  const verdict = (value: unknown) =>
    validate([rule("Field", name, { parameters })], { ...otherValues, field: value }).errors;

  it.each(passes.map((value) => [value]))("holds for %j", (value) => expect(verdict(value)).toEqual({}));

  it.each(fails.map((value) => [value]))("is broken by %j", (value) =>
    expect(Object.keys(verdict(value))).toEqual(["field"]),
  );
});

describe("rules", () => {
  it("all have test cases", () => {
    const tested = new Set(cases.map(({ name }) => name));
    expect(Object.keys(checks)).toHaveLength(21);
    expect([...tested].sort()).toEqual(Object.keys(checks).sort());
  });

  it("return a boolean for any value", () => {
    const anyRule = fc.constantFrom(...Object.keys(checks));
    fc.assert(
      fc.property(anyRule, fc.anything(), fc.anything(), (name, value, other) => {
        const values = {
          field: printable(value),
          originalEmail: printable(other),
          brokenRules: printable(other),
        };
        const check = checks[name];
        expect(typeof check?.(values.field, rule("Field", name), values)).toBe("boolean");
      }),
    );
  });

  it("for email addresses accept the same ones as the HTML standard", () => {
    const address = fc.oneof(
      fc.emailAddress(),
      fc.string(),
      fc.stringMatching(/^[a-z.@'+-]{1,12}@[a-z.-]{1,8}$/),
    );
    fc.assert(
      fc.property(address, (text) => {
        fc.pre(!isEmpty(text) && text === text.trim());
        const ours = checks.Email?.(text, rule("Field", "Email"), {});
        expect(ours).toBe(z.regexes.html5Email.test(text));
      }),
    );
  });

  it("for file sizes take the decoded size of base64 text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.integer({ min: 1, max: 64 }), (bytes, limit) => {
        fc.pre(bytes.length > 0);
        const size = rule("Field", "FileSize", { parameters: { size: limit / mb } });
        const text = Buffer.from(bytes).toString("base64");
        expect(checks.FileSize?.(text, size, {})).toBe(bytes.length <= limit);
      }),
    );
  });
});

/** Undefined in place of an object that can't be turned into text, because no form sends one. */
function printable(value: unknown): unknown {
  try {
    String(value);
    return value;
  } catch {
    return undefined;
  }
}
