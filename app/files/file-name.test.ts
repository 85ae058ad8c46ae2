import { expect, it } from "vitest";
import { textLength } from "#app/limits.ts";
import { safeFileName } from "./plain-name.ts";

it("a long name is cut, and keeps its ending", () => {
  const name = safeFileName(`${". a".repeat(1_000)}x.pdf`);
  expect(name.length).toBeLessThanOrEqual(textLength.fileName);
  expect(name).toMatch(/x\.pdf$/);
});
