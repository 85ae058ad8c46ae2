import { expect, it } from "vitest";
import { safeFileName } from "./file-name.ts";
import { textLength } from "./limits.ts";

it.each([
  ["\u202Efdp.exe", "fdp.exe"],
  ["\u{1f468}\u200d\u{1f469}.jpg", "\u{1f468}\u200d\u{1f469}.jpg"],
  ["کافه\u200cها.pdf", "کافه\u200cها.pdf"],
])("keeps of %j the joiners alone", (name, safe) => expect(safeFileName(name)).toBe(safe));

it("shortens a long name and keeps its extension", () => {
  const name = safeFileName(`${". a".repeat(1_000)}x.pdf`);
  expect(name.length).toBeLessThanOrEqual(textLength.fileName);
  expect(name).toMatch(/x\.pdf$/);
});
