import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { interForPdf, subsetInter } from "./subset-inter.ts";

test.each([
  ["inter.woff2", subsetInter],
  ["inter-regular.ttf", () => interForPdf("Regular")],
  ["inter-bold.ttf", () => interForPdf("Bold")],
])("%s in the repository is the one that scripts/make-font.ts would write", async (name, make) => {
  const written = await readFile(new URL(`../app/ui/fonts/${name}`, import.meta.url));

  expect(written.equals(await make())).toBe(true);
});
