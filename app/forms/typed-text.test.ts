import { expect, it } from "vitest";
import { withDashes } from "./typed-text.ts";

/** `|` is the caret. */
function typing(marked: string, inputType?: string): string {
  const [before = "", after = ""] = marked.split("|");
  const shown = withDashes({ before, after }, inputType);
  return `${shown.before}|${shown.after}`;
}

it.each([
  ["typed at the end", "123|", "12-3|"],
  ["a group that is full", "12|", "12|"],
  ["pasted with dashes", "12-34-56|", "12-34-56|"],
  ["pasted with spaces", " 123456 |", " 123456 |"],
  ["pasted with words", "Sort code: 12 34 56|", "Sort code: 12 34 56|"],
  ["a letter", "12-3x|4", "12-3x|4"],
  ["a dash elsewhere", "1-2|", "1-2|"],
  ["a dash that another digit will follow", "12-|", "12-|"],
  ["typed in the middle", "129|-34-5", "12-9|3-45"],
  ["typed before a dash", "9|12-34", "9|1-23-4"],
  ["deleted in the middle", "12-|4-56", "12|-45-6"],
  ["a deleted dash, by Backspace", "12|34-56", "12|-34-56"],
  ["one digit too many, at the end", "12-34-567|", "12-34-56-7|"],
  ["pasted before a full sort code", "99|12-34-56", "99|-12-34-56"],
  ["left empty", "|", "|"],
])("a sort code, %s: %s becomes %s", (_, typed, expected) => {
  expect(typing(typed)).toBe(expected);
});

it("the Delete key moves the caret behind a dash", () => {
  expect(typing("12|34-56", "deleteContentForward")).toBe("12-|34-56");
});
