import { expect, it } from "vitest";
import { defineForm, judgeForm, tidyPhones, tidyValues, toNationalPhone } from "./define-form.ts";
import { rule } from "./testing/rule.ts";

it.each([
  ["01273 123 456", "01273123456"],
  ["(01273) 123-456", "01273123456"],
  ["+44 (0)1273 123456", "01273123456"],
  ["0044 1273 123456", "01273123456"],
  ["44 (0)1273 123456", "01273123456"],
  ["4401273123456", "01273123456"],
  ["441273123456", "441273123456"],
  ["+33 1 23 45 67 89", "+33123456789"],
  ["07700 900–123", "07700900123"],
  ["", ""],
  ["ext. 12", "ext. 12"],
  ["01273 12x", "01273 12x"],
])("the phone number '%s' is sent as '%s'", (typed, sent) => {
  expect(toNationalPhone(typed)).toBe(sent);
});

it("a form checks and sends the tidied value", () => {
  const form = defineForm({
    id: "person",
    fields: { telephone: "Telephone", mobile: "Mobile" },
    tidy: tidyPhones,
    button: "Save",
  });
  const rules = [
    rule("Telephone", "Phone"),
    rule("Telephone", "StringLength", { parameters: { min: 10, max: 11 } }),
  ];
  const grouped = { telephone: "01273 123 456" };
  expect(judgeForm(form, { rules }, grouped, true)).toEqual({});
  expect(tidyValues(form, grouped)).toEqual({ telephone: "01273123456", mobile: "" });
  expect(judgeForm(form, { rules }, { telephone: "1273" }, true)).toHaveProperty("telephone");
});
