import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);
/** With all its scripts in one file. */
const wholeFonts = {
  Regular: new URL("../node_modules/inter-ui/web/Inter-Regular.woff2", import.meta.url),
  Bold: new URL("../node_modules/inter-ui/web/Inter-Bold.woff2", import.meta.url),
};
/** All characters up to U+D7FF; those that the font lacks are ignored. */
const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)).join("");
/** Kerning, accents, and figures of equal width. */
const placement = ["kern", "mark", "mkmk", "ccmp", "tnum"];
/** And hyphens at the height of capitals ('INV-1'), but no fractions. */
const keepFeatures = [...placement, "calt"];

/** Inter's Latin letters from regular to bold, because browsers use bold for <strong>. That's a third less to load. */
export async function subsetInter(): Promise<Buffer> {
  return subsetFont(await readFile(source), characters, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures,
  });
}

/** All of Inter's Latin, Greek and Cyrillic letters for embedding in a PDF, without anything that our PDFs never show. */
export async function interForPdf(weight: keyof typeof wholeFonts): Promise<Buffer> {
  return subsetFont(await readFile(wholeFonts[weight]), characters, {
    targetFormat: "truetype",
    keepFeatures: placement,
  });
}
