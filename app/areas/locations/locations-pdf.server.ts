import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { formatDate } from "#app/ui/format.ts";

import { pdfText } from "./pdf-text.ts";

type Pdf = PDFKit.PDFDocument;

type LocationTexts = Readonly<Record<"address" | "postCode" | "notes", string>>;

interface Details {
  readonly brand: string;
  readonly account: string;
  readonly date: Date;
}

/** Points on A4. */
const sheet = { left: 48, right: 547, top: 48, bottom: 780 } as const;
const columns = [
  { heading: "Address", key: "address", width: 249 },
  { heading: "Post Code", key: "postCode", width: 70 },
  { heading: "Notes", key: "notes", width: 180 },
] as const;
const ink = { text: "#14171f", soft: "#515968", line: "#cbd0da" } as const;
const PADDING = 5;
/** A note may be a thousand characters long; a row never outgrows its page. */
const TALLEST = 320;

/** The locations as an A4 document, sent as it is drawn: a table over as many pages as it takes, its head on each. */
export function locationsPdf(rows: readonly LocationTexts[], details: Details): ReadableStream<Uint8Array> {
  const { brand, account, date } = details;
  const title = `Locations of ${pdfText(account)}`;
  const pdf = new PDFDocument({
    size: "A4",
    margins: { top: sheet.top, bottom: 0, left: sheet.left, right: sheet.left },
    lang: "en-GB",
    displayTitle: true,
    info: { Title: title, Author: pdfText(brand), CreationDate: date, ModDate: date },
  });
  pdf.on("pageAdded", () => drawFoot(pdf, pageNumbers.next().value));
  const pageNumbers = counter(2);
  drawFoot(pdf, 1);
  pdf.font("Helvetica-Bold").fontSize(16).fillColor(ink.text).text(title, sheet.left, sheet.top);
  const made = `${pdfText(brand)}, ${formatDate(date.toISOString()) ?? ""}`;
  pdf.font("Helvetica").fontSize(9).fillColor(ink.soft).text(made).moveDown(1.2);
  void drawRows(pdf, rows, pdf.y).then(
    () => pdf.end(),
    (error: unknown) => pdf.destroy(error as Error),
  );
  return Readable.toWeb(pdf as unknown as Readable) as ReadableStream<Uint8Array>;
}

function* counter(from: number): Generator<number, number> {
  for (let number = from; ; number += 1) yield number;
}

async function drawRows(pdf: Pdf, rows: readonly LocationTexts[], from: number): Promise<void> {
  let y = drawHead(pdf, from);
  for (const row of rows) {
    const cells = columns.map(({ key }) => pdfText(row[key]));
    pdf.font("Helvetica").fontSize(9);
    const heights = cells.map((cell, index) => pdf.heightOfString(cell, { width: widthOf(index) }));
    const height = Math.min(TALLEST, Math.max(12, ...heights));
    if (y + height + 2 * PADDING > sheet.bottom) {
      // Others want to be served, too, while a long table is drawn.
      await nextTurn();
      pdf.addPage();
      y = drawHead(pdf, sheet.top);
    }
    drawCells(pdf.font("Helvetica").fontSize(9), cells, y + PADDING, { color: ink.text, height });
    y += height + 2 * PADDING;
    drawLine(pdf, y);
  }
  if (rows.length === 0) {
    drawCells(pdf.font("Helvetica").fontSize(9), ["No locations to show"], y + PADDING, { color: ink.soft });
  }
}

function drawHead(pdf: Pdf, y: number): number {
  const headings = columns.map(({ heading }) => heading);
  drawCells(pdf.font("Helvetica-Bold").fontSize(8), headings, y, { color: ink.soft });
  drawLine(pdf, y + 14);
  return y + 14;
}

function drawCells(
  pdf: Pdf,
  cells: readonly string[],
  y: number,
  { color, height }: { color: string; height?: number },
): void {
  let x: number = sheet.left;
  pdf.fillColor(color);
  for (const [index, cell] of cells.entries()) {
    pdf.text(cell, x, y, { width: widthOf(index), ...(height ? { height, ellipsis: true } : {}) });
    x += columns[index]?.width ?? 0;
  }
}

function widthOf(index: number): number {
  return (columns[index]?.width ?? 0) - 10;
}

function drawLine(pdf: Pdf, y: number): void {
  pdf.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.75).stroke(ink.line);
}

function drawFoot(pdf: Pdf, page: number): void {
  const { x, y } = pdf;
  pdf.font("Helvetica").fontSize(8).fillColor(ink.soft);
  pdf.text(`Page ${page}`, sheet.left, 800, { width: sheet.right - sheet.left, align: "right" });
  pdf.x = x;
  pdf.y = y;
}
