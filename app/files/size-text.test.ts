import { expect, it } from "vitest";
import { sizeText } from "./size-text.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [2, "2 bytes"],
  [84_213, "82 KB"],
  [5_000_000, "4.8 MB"],
])("shows %i bytes as %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
