/** Writes the fonts in app/ui/fonts from the installed Inter, without anything that no page shows: `node scripts/make-font.ts`. */
import { writeFile } from "node:fs/promises";
import { interForPdf, subsetInter } from "./subset-inter.ts";

const write = (name: string, font: Buffer) =>
  writeFile(new URL(`../app/ui/fonts/${name}`, import.meta.url), font);
await write("inter.woff2", await subsetInter());
await write("inter-regular.ttf", await interForPdf("Regular"));
await write("inter-bold.ttf", await interForPdf("Bold"));
