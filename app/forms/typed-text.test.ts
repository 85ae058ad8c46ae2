import { expect, it } from "vitest";
import { digitsOfPhone } from "./typed-text.ts";

/** What a field shows after each key, the caret at its end. */
function typing(keys: string): string {
  let shown = "";
  for (const key of keys) shown = digitsOfPhone({ before: shown + key, after: "" }).before;
  return shown;
}
const pasting = (text: string) => digitsOfPhone({ before: text, after: "" }).before;

it.each([
  ["01273123456", "01273123456"],
  ["01273 123 456", "01273123456"],
  ["+44 1273 123456", "01273123456"],
  ["+44 (0)1273 123456", "01273123456"],
  ["0044 1273 123456", "01273123456"],
  ["0044 (0)1273 123456", "01273123456"],
  ["440 1273 123456", "01273123456"],
  ["44 1273 123456", "01273123456"],
  ["tel. 01273-123456 ext", "01273123456"],
  ["012731234567890", "01273123456"],
])("the phone number %s, typed or pasted, becomes %s", (text, digits) => {
  expect([typing(text), pasting(text)]).toEqual([digits, digits]);
});

it("the caret stays behind the same digit", () => {
  expect(digitsOfPhone({ before: "012x", after: "73123456" })).toEqual({ before: "012", after: "73123456" });
  expect(digitsOfPhone({ before: "+44", after: "1273123456" })).toEqual({ before: "0", after: "1273123456" });
});

it("a twelfth digit is dropped, wherever it is typed", () => {
  expect(digitsOfPhone({ before: "0129", after: "73123456" })).toEqual({ before: "012", after: "73123456" });
  expect(digitsOfPhone({ before: "9", after: "01273123456" })).toEqual({ before: "", after: "01273123456" });
});
