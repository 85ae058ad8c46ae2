/** Writes app/ui/icons/sprite.svg from the installed Lucide icons: `node scripts/make-icons.ts`. */
import { readFile, writeFile } from "node:fs/promises";
import { iconNames } from "#app/ui/icons/names.ts";
import { makeSprite } from "./make-sprite.ts";

const icons = new URL("../node_modules/lucide-static/icons/", import.meta.url);
const sprite = new URL("../app/ui/icons/sprite.svg", import.meta.url);

await writeFile(
  sprite,
  await makeSprite(iconNames, (name) => readFile(new URL(`${name}.svg`, icons), "utf8")),
);
