import fc from "fast-check";
import { expect, it } from "vitest";
import { clean, ukPhone, type FieldKind } from "./cleaning.ts";
import { cleanValues, defineForm, validateForm } from "./define-form.ts";
import { isPossiblePhone } from "./possible-phone.server.ts";
import { rule } from "./testing/rule.ts";

it.each<[FieldKind, string, string]>([
  ["line", " Anna\u00a0\u202fArcher ", "Anna  Archer"],
  ["line", "\ufeffHar\u00adbour\u200b \u202aLtd\u202c\u2060\u2066\u2069", "Harbour Ltd"],
  ["line", "👩\u200d💻 می\u200cخواهم 🏴\u{e0067}\u{e007f}", "👩\u200d💻 می\u200cخواهم 🏴\u{e0067}\u{e007f}"],
  ["line", "Speed < 1 Mbps → ≈ 0’5 – １２", "Speed < 1 Mbps → ≈ 0’5 – １２"],
  ["line", "\u2800\u3164 \u200d", ""],
  ["text", "one\r\ntwo\rthree\u00a0\u00ad", "one\ntwo\nthree\u00a0\u00ad"],
  ["text", " \r\n\u2800\u3164\u200b", ""],
  ["email", " r&d@xn--bcher-kva.example\u200b", "r&d@xn--bcher-kva.example"],
  ["name", "Siân\u0001 O’Connor-Łódź 3rd\t<x>", "Siân O’Connor-Łódź 3rd <x>"],
  ["report", "Speed < 1 Mbps\u0000\r\n\t→ 50\u0007 %", "Speed < 1 Mbps\n\t→ 50 %"],
  ["count", "１２\u3000", "12"],
  ["count", "1–2", "1-2"],
  ["count", "\u221212", "-12"],
  ["bankNumber", " 20‑29.59 (x) ", "202959x"],
  ["bankNumber", "１２３４ 5678 9", "123456789"],
  ["bankNumber", "12/34", "12/34"],
])("a %s %j is sent as %j", (kind, typed, sent) => {
  expect(clean[kind](typed)).toBe(sent);
});

it.each([
  ["01273 123 456", "01273123456"],
  ["(01273) 123-456", "01273123456"],
  ["０１２７３ 123456", "01273123456"],
  ["+44 (0)1632 960123", "01632960123"],
  ["0044 1273 123456", "01273123456"],
  ["0044 (0)1273 123456", "01273123456"],
  ["44 (0)1273 123456", "01273123456"],
  ["441273123456", "01273123456"],
  ["07700\u00a0900–123", "07700900123"],
  ["+33 1  23–45 67 89", "+33 1 23-45 67 89"],
  ["00353 1 234 5678", "00353 1 234 5678"],
  ["01632 960123 ext 4", "01632 960123 ext 4"],
  ["1632 960123", "1632960123"],
  ["ask for Siân", "ask for Siân"],
  ["", ""],
])("the phone number '%s' is sent as '%s'", (typed, sent) => {
  expect(clean.phone(typed)).toBe(sent);
});

it.each([
  ["yo21 3aj", "YO21 3AJ"],
  ["YO21\u00a03AJ", "YO21 3AJ"],
  ["YO2 13AJ.", "YO21 3AJ"],
  ["yo213aj", "YO21 3AJ"],
  ["YO21–3AJ", "YO21 3AJ"],
  ["Y O 2 1  3 A J", "YO21 3AJ"],
  ["ＹＯ２１ ３ＡＪ", "YO21 3AJ"],
  ["m11ae", "M1 1AE"],
  ["ec1a1bb", "EC1A 1BB"],
  ["gir0aa", "GIR 0AA"],
  ["bfpo57", "BFPO 57"],
  ["ascn1zz", "ASCN 1ZZ"],
  ["YO21 3A", "YO21 3A"],
  ["d02 af30", "D02 AF30"],
  ["somewhere", "SOMEWHERE"],
])("the postcode '%s' is sent as '%s'", (typed, sent) => {
  expect(clean.postcode(typed)).toBe(sent);
});

it("cleaning twice changes nothing more, and no letter or digit that shows is lost", () => {
  const kinds = fc.constantFrom(...(Object.keys(clean) as FieldKind[]));
  const lettersOf = (text: string) =>
    text
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      .normalize("NFKC")
      .match(/[\p{L}\p{N}]/gu);
  fc.assert(
    fc.property(kinds, fc.string({ unit: "binary" }), (kind, typed) => {
      const sent = clean[kind](typed);
      expect(clean[kind](sent)).toBe(sent);
      // Those two put a number into its usual form.
      if (kind !== "phone" && kind !== "postcode") expect(lettersOf(sent)).toEqual(lettersOf(typed));
    }),
  );
});

it.each([
  ["01632960123", true],
  ["07700900123", true],
  ["08001111", true],
  ["1632960123", true],
  ["0000000000", false],
  ["00000000000", false],
  ["01273 12x", false],
  ["+44 (0)1632 96012z", false],
  ["004400441632960123", false],
  ["0441632960123", false],
  ["+33 1 23 45 67 89", true],
  ["+33 1 23", false],
  ["0033123456789", true],
])("the number %s is possible: %s", (cleaned, isPossible) => {
  expect(isPossiblePhone(cleaned)).toBe(isPossible);
});

const form = defineForm({
  id: "person",
  fields: { telephone: "Telephone", postCode: "Postcode" },
  kinds: { telephone: "phone", postCode: "postcode" },
  button: "Save",
});
const tooLong = "Telephone must be 10 or 11 digits.";
const length = rule("Telephone", "StringLength", { description: tooLong, parameters: { min: 10, max: 11 } });
const findings = (typed: object, rules = [rule("Telephone", "Phone"), length]) =>
  Object.values(validateForm(form, { rules, isPossiblePhone }, { ...typed }, true)).flatMap((list) =>
    list.map(({ text }) => text),
  );

it("a form checks and sends the cleaned value, and fields without a kind are lines", () => {
  expect(findings({ telephone: "+44 (0)1632 960123" })).toEqual([]);
  expect(cleanValues({ ...form, kinds: {} }, { telephone: " a\u00a0b\u200b " })).toEqual({
    telephone: "a b",
    postCode: "",
  });
  expect(findings({ telephone: "1273" })).toContain(tooLong);
  const impossible = "This field is in incorrect format: we need a UK number";
  expect(findings({ telephone: "00000000000" })).toEqual([impossible]);
});

it("a number from another country passes where the rules take it, else the message says which kind is needed", () => {
  const foreign = { telephone: "+33 1 23 45 67 89" };
  expect(findings(foreign, [rule("Telephone", "Phone")])).toEqual([]);
  expect(findings(foreign)).toEqual(["Telephone must be 10 or 11 digits: we need a UK number"]);
});

it.each(["+44 (0)1632 96012z", "0044 1632 96012z", "+(44) 1632 96012z"])(
  "the mistyped British number '%s' is refused without being called foreign",
  (telephone) => {
    const texts = findings({ telephone });
    expect(texts).toContain("This field is in incorrect format");
    expect(texts.join()).not.toContain("UK number");
  },
);

it("the length of a postcode counts without its space", () => {
  const rules = [
    rule("PostCode", "PostCode"),
    rule("PostCode", "StringLength", { parameters: { min: 5, max: 8 } }),
  ];
  for (const postCode of ["BFPO 1234", "M1 1AE", "ASCN 1ZZ"])
    expect(findings({ postCode }, rules)).toEqual([]);
  expect(findings({ postCode: "12 34" }, rules)).toHaveLength(2);
});

it("only British numbers are a UK phone", () => {
  expect(["", "01632960123", "0163296012"].map(ukPhone)).toEqual(["", "01632960123", "0163296012"]);
  for (const other of ["+33123456789", "00298123456", "1632960123", "016329601234", "x"])
    expect(ukPhone(other)).toBe("not a UK number");
});
