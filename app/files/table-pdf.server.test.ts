import { setImmediate as nextTurn } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { pdfText } from "./pdf-text.ts";
import { tablePdf } from "./table-pdf.server.ts";

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
  return Buffer.from(await new Response(await tablePdf({ ...document, rows })).arrayBuffer());
}

/** The text on the pages, which pdfkit writes as runs of hex digits. */
function wordsOf(pdf: Buffer): string {
  const parts = [...pdf.toString("latin1").matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)];
  const drawn = parts.map(([, data = ""]) => {
    try {
      return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return drawn
    .join("\n")
    .replace(/\[([^\]]*)\] TJ/g, (_, runs: string) =>
      [...runs.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    );
}

const row = (id: number, notes = "") => [`${id} Quay`, "YO21 3AJ", notes];

it("draws every row, and the table's head on each page", async () => {
  const pdf = await bytesOf(Array.from({ length: 90 }, (_, index) => row(index + 1)));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
  const words = wordsOf(pdf);
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
  await (await tablePdf({ ...document, rows })).cancel();
  await nextTurn();
  const drawnBefore = drawn;
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  expect(drawn).toBe(drawnBefore);
});

it("draws rows with very long notes and with letters of any script", async () => {
  const pdf = await bytesOf([row(1, "word ".repeat(3_000)), row(2, "\u202E\u0000 Łódź 東京")]);
  const words = wordsOf(pdf);
  expect(words).toContain("1 Quay");
  expect(words).toContain("2 Quay");
});

it.each([
  [1_000, 1_000, 0],
  [1_001, 999, 1],
  [50_000, 999, 1],
])("draws a note of %i letters as %i letters and %i ellipses", async (length, drawn, ellipses) => {
  const words = wordsOf(await bytesOf([row(1, "|".repeat(length))]));
  expect([words.split("|").length - 1, words.split("\x85").length - 1]).toEqual([drawn, ellipses]);
});

it("shows a text if there are no rows", async () => {
  expect(wordsOf(await bytesOf([]))).toContain("No locations to show");
});

it.each([
  ["Café – 12 €", "Café – 12 €"],
  ["Dvořák", "Dvorák"],
  ["東京", "??"],
  ["a\u202Eb\u0007c\nd", "abc d"],
  ["<b>=1+1</b>", "<b>=1+1</b>"],
])("%j is drawn as %j", (text, drawn) => {
  expect(pdfText(text)).toBe(drawn);
});
