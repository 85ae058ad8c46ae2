import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);
/** With all of its scripts in one file. */
const wholeFonts = {
  Regular: new URL("../node_modules/inter-ui/web/Inter-Regular.woff2", import.meta.url),
  Bold: new URL("../node_modules/inter-ui/web/Inter-Bold.woff2", import.meta.url),
};
/** All characters up to U+D7FF; those that the font lacks are ignored. */
const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)).join("");
/** Kerning, accents, and figures of equal width. */
const placement = ["kern", "mark", "mkmk", "ccmp", "tnum"];
/** Hyphens at the height of capitals ('INV-1'), too; no fractions. */
const keepFeatures = [...placement, "calt"];

/** Inter's Latin letters from regular to bold, which a browser gives to <strong>: a third less to load. */
export async function subsetInter(): Promise<Buffer> {
  return subsetFont(await readFile(source), characters, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures,
  });
}

/** All of Inter's letters, Latin, Greek and Cyrillic, as a PDF embeds them: without what no PDF of ours shows. */
export async function interForPdf(weight: keyof typeof wholeFonts): Promise<Buffer> {
  return subsetFont(await readFile(wholeFonts[weight]), characters, {
    targetFormat: "truetype",
    keepFeatures: placement,
  });
}
