import { expect, it } from "vitest";
import { textLength } from "#app/limits.ts";
import { safeFileName } from "./file-name.ts";

it("shortens a long name and keeps its extension", () => {
  const name = safeFileName(`${". a".repeat(1_000)}x.pdf`);
  expect(name.length).toBeLessThanOrEqual(textLength.fileName);
  expect(name).toMatch(/x\.pdf$/);
});
