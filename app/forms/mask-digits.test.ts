import { expect, it } from "vitest";
import { maskedText } from "./mask-digits.ts";

const sortCode = { digits: 6, groupSize: 2 };
const account = { digits: 8 };

/** `|` is the caret. */
const parseMarked = (marked: string) => {
  const [before = "", after = ""] = marked.split("|");
  return { before, after };
};
const withCaretMark = ({ before, after }: ReturnType<typeof parseMarked>) => `${before}|${after}`;

it.each([
  ["typed at the end", "123|", "12-3|"],
  ["a group that is full", "12|", "12|"],
  ["pasted with dashes", "12-34-56|", "12-34-56|"],
  ["pasted with blanks", " 123456 |", "12-34-56|"],
  ["pasted with words", "Sort code: 12 34 56|", "12-34-56|"],
  ["a letter", "12-3x|4", "12-3|4"],
  ["typed in the middle", "129|-34-5", "12-9|3-45"],
  ["typed before a dash", "9|12-34", "9|1-23-4"],
  ["deleted in the middle", "12-|4-56", "12|-45-6"],
  ["a deleted dash, by Backspace", "12|34-56", "12|-34-56"],
  ["one digit too many, at the end", "12-34-567|", "12-34-56|"],
  ["one digit too many, in the middle", "12-39|4-56", "12-3|4-56"],
  ["pasted before a full sort code", "99|12-34-56", "|12-34-56"],
  ["left empty", "|", "|"],
])("a sort code, %s: %s becomes %s", (_, typed, expected) => {
  expect(withCaretMark(maskedText(parseMarked(typed), sortCode))).toBe(expected);
});

it("the Delete key moves the caret behind a dash", () => {
  expect(withCaretMark(maskedText(parseMarked("12|34-56"), sortCode, true))).toBe("12-|34-56");
});

it.each([
  ["1234 5678|", "12345678|"],
  [" 12345678 |", "12345678|"],
  ["1234|56789", "123|56789"],
  ["12-a|3", "12|3"],
])("an account number: %s becomes %s", (typed, expected) => {
  expect(withCaretMark(maskedText(parseMarked(typed), account))).toBe(expected);
});
