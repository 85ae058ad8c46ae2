import { setImmediate as nextTurn } from "node:timers/promises";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { pdfText, UNKNOWN_LETTERS } from "./pdf-text.ts";
import { pdfResponse } from "./table-pdf.server.ts";

const document = {
  title: "Locations of Harbour & Pine Ltd",
  brand: "Demarc",
  date: new Date("2026-11-20T08:00:00Z"),
  columns: [
    { heading: "Address", width: 249 },
    { heading: "Post Code", width: 70 },
    { heading: "Notes", width: 180 },
  ],
  empty: "No locations to show",
};

async function bytesOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  return Buffer.from(await (await pdfResponse("table.pdf", { ...document, rows })).arrayBuffer());
}

/** The text on the pages. */
async function wordsOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text;
}

const row = (id: number, notes = "") => [`${id} Quay`, "YO21 3AJ", notes];

it("draws every row, and the table's head on each page", async () => {
  const pdf = await bytesOf(Array.from({ length: 90 }, (_, index) => row(index + 1)));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
  const words = await wordsOf(pdf);
  expect(words).toContain("Locations of Harbour & Pine Ltd");
  for (let id = 1; id <= 90; id += 1) expect(words).toContain(`${id} Quay`);
  const pages = words.match(/Page \d+/g) ?? [];
  expect(pages.length).toBeGreaterThan(2);
  expect(words.match(/Post Code/g)).toHaveLength(pages.length);
  expect(pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)).toHaveLength(pages.length);
});

it("stops drawing when the download is cancelled", async () => {
  let drawn = 0;
  const rows = Array.from({ length: 2_000 }, (_, index) =>
    Object.defineProperty(row(index), 2, {
      get: () => {
        drawn += 1;
        return "";
      },
    }),
  );
  await (await pdfResponse("table.pdf", { ...document, rows })).body?.cancel();
  await nextTurn();
  const drawnBefore = drawn;
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  expect(drawn).toBe(drawnBefore);
});

it("draws rows with very long notes and with letters of any script", async () => {
  const letters = "\u202E\u0000 Łódź, Tŷ Gwyn, Đorđe, Αθήνα, Київ, Việt Nam, 東京";
  const words = await wordsOf(await bytesOf([row(1, "word ".repeat(3_000)), row(2, letters)]));
  expect(words).toContain("1 Quay");
  expect(words.replace(/\s+/g, " ")).toContain(
    "Łódź, Tŷ Gwyn, Đorđe, Αθήνα, Київ, Việt Nam, [U+6771 U+4EAC]",
  );
  expect(words.replace(/\s+/g, " ")).toContain(UNKNOWN_LETTERS);
});

it("says nothing of unknown letters where there are none, and embeds its font", async () => {
  const pdf = await bytesOf([row(1, "Łódź")]);
  expect(await wordsOf(pdf)).not.toContain("[U+");
  expect(pdf.toString("latin1")).toMatch(/FontName \/[A-Z]{6}\+Inter/);
  expect(pdf.toString("latin1")).not.toMatch(/BaseFont \/Helvetica/);
});

it.each([
  [1_000, 1_000, 0],
  [1_001, 999, 1],
  [50_000, 999, 1],
])("draws a note of %i letters as %i letters and %i ellipses", async (length, drawn, ellipses) => {
  const words = await wordsOf(await bytesOf([row(1, "|".repeat(length))]));
  expect([words.split("|").length - 1, words.split("…").length - 1]).toEqual([drawn, ellipses]);
});

it("draws sums of as many figures equally wide, so that their columns line up", async () => {
  const pdf = await bytesOf(["£1,117.11", "£8,090.68"].map((sum) => [sum, "", ""]));
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const { items } = await page.getTextContent();
  const widths = items.flatMap((item) => ("str" in item && item.str.startsWith("£") ? [item.width] : []));
  expect(widths).toHaveLength(2);
  expect(widths[0]).toBeCloseTo(widths[1] ?? 0);
});

it("shows a text if there are no rows", async () => {
  expect(await wordsOf(await bytesOf([]))).toContain("No locations to show");
});

it.each([
  ["Café – 12 €", "Café – 12 €"],
  ["Dvořák", "Dvořák"],
  ["東京", "[U+6771 U+4EAC]"],
  ["☎\ufe0f", "[U+260E]"],
  ["１２", "12"],
  ["a\u202Eb\u0007c\nd", "abc d"],
  ["<b>=1+1</b>", "<b>=1+1</b>"],
])("%j is drawn as %j", (text, drawn) => {
  expect(pdfText(text, (code) => code < 0x2600)).toBe(drawn);
});
