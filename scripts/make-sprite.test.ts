import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { iconNames } from "#app/ui/icons/names.ts";
import { makeSprite } from "./make-sprite.ts";

const icons = new URL("../node_modules/lucide-static/icons/", import.meta.url);
const readIcon = (name: string) => readFile(new URL(`${name}.svg`, icons), "utf8");

test("the sprite in the repository is the one that scripts/make-icons.ts would write", async () => {
  const written = await readFile(new URL("../app/ui/icons/sprite.svg", import.meta.url), "utf8");

  expect(written).toBe(await makeSprite(iconNames, readIcon));
});

test("an icon that doesn't come from Lucide is refused by name", async () => {
  await expect(makeSprite(["odd"], async () => "<svg viewBox='0 0 1 1'></svg>")).rejects.toThrow("odd");
});
