import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { subsetInter } from "./subset-inter.ts";

test("the font in the repository is the one that scripts/make-font.ts would write", async () => {
  const written = await readFile(new URL("../app/ui/fonts/inter.woff2", import.meta.url));

  expect(written.equals(await subsetInter())).toBe(true);
});
