import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { create } from "fontkit";
import PDFDocument from "pdfkit";
import sanitizeHtml from "sanitize-html";
import { brand } from "#provider/identity/page-layout.ts";

export type Pdf = PDFKit.PDFDocument;

/** A table's column. */
export interface Column {
  readonly heading: string;
  readonly width: number;
  readonly align?: "left" | "right";
}

const HEAD_HEIGHT = 14;

/** Distances in points on A4. */
export const sheet = { left: 56, right: 539, top: 56, bottom: 786, width: 483 } as const;
/** The documents' colours. */
export const colours = { text: "#1d2433", soft: "#566077", hairline: "#dde2ea", brand: "#17614b" } as const;

interface DocumentOptions {
  readonly title: string;
  /** The only date in the file, so that the same document always has the same bytes. */
  readonly date: Date;
}

/** Read once, because pdfkit would read the font again for each cell. */
const [regular, bold] = ["regular", "bold"].map((weight) =>
  create(readFileSync(new URL(`../../app/ui/fonts/inter-${weight}.ttf`, import.meta.url))),
);

/** An A4 document in the provider's design, drawn by `draw`. */
export async function makePdf({ title, date }: DocumentOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    // A table that continues on a new page leaves room for its repeated head.
    margins: { left: sheet.left, right: sheet.left, top: sheet.top + HEAD_HEIGHT, bottom: sheet.left },
    lang: "en-GB",
    displayTitle: true,
    info: { Title: title, Author: brand, CreationDate: date, ModDate: date },
  });
  pdf.registerFont("Inter", regular as never).registerFont("Inter-Bold", bold as never);
  draw(pdf);
  pdf.end();
  return buffer(pdf);
}

/** The logo and the brand name at the top left, the document's title at the right. */
export function letterhead(pdf: Pdf, title: string): void {
  pdf.roundedRect(sheet.left, sheet.top, 30, 30, 7).fill(colours.brand);
  pdf.path("M64 77c5 0 6-10 16-11-2 8-6 13-16 11Z").lineWidth(1.8).stroke("#ffffff");
  pdf.font("Inter-Bold").fontSize(18).fillColor(colours.text);
  pdf.text(brand, sheet.left + 40, sheet.top + 8, { lineBreak: false });
  pdf.fontSize(22).fillColor(colours.brand);
  pdf.text(title, sheet.left, sheet.top + 5, { width: sheet.width, align: "right" });
}

/** A small heading with lines below it, in a column. */
export function textBlock(
  pdf: Pdf,
  heading: string,
  lines: readonly string[],
  x: number,
  y: number,
  width = 150,
): void {
  pdf.font("Inter-Bold").fontSize(8).fillColor(colours.soft).text(heading.toUpperCase(), x, y, { width });
  pdf.font("Inter").fontSize(9.5).fillColor(colours.text);
  pdf.text(lines.filter((line) => line !== "").join("\n"), x, y + 13, { width, lineGap: 1.5 });
}

/**
 * Draws a table from `y` down, with its head repeated on each new page; returns where it ends. The columns' widths must
 * add up to the sheet's.
 */
export function drawTable(
  pdf: Pdf,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  y: number,
): number {
  const columnStyles = columns.map(({ width, align }) => ({ width, align: { x: align } }));
  const border = { top: 0, right: 0, bottom: 0.75, left: 0 };
  const drawHead = (top: number) =>
    pdf.table({
      position: { x: sheet.left, y: top },
      columnStyles,
      rowStyles: { height: HEAD_HEIGHT, padding: { top: 0, right: 6, bottom: 0, left: 0 } },
      defaultStyle: {
        border,
        borderColor: colours.brand,
        textColor: colours.soft,
        textOptions: loweredText(8),
      },
      data: [columns.map(({ heading }) => ({ text: heading, font: { src: "Inter-Bold", size: 8 } }))],
    });
  const repeatHead = () => drawHead(sheet.top);
  drawHead(y);
  pdf.on("pageAdded", repeatHead).font("Inter").fontSize(9);
  pdf.table({
    position: { x: sheet.left, y: y + HEAD_HEIGHT },
    columnStyles,
    rowStyles: { padding: { top: 3, right: 6, bottom: 6, left: 0 } },
    defaultStyle: {
      border,
      borderColor: colours.hairline,
      textColor: colours.text,
      textOptions: loweredText(9),
    },
    data: rows.map((row) => [...row]),
  });
  pdf.off("pageAdded", repeatHead);
  return pdf.y;
}

/** Moves text down by 2 points, because pdfkit's tables clip at the height of capitals (0.727) and would cut off accents. */
function loweredText(fontSize: number) {
  return { baseline: -0.727 * fontSize - 2 };
}

/** Draws a line across the sheet. */
export function horizontalRule(pdf: Pdf, y: number): void {
  pdf.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.75).stroke(colours.hairline);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** HTML's text without its markup, for PDFs. */
export function plainText(markup: string): string {
  return sanitizeHtml(markup.replace(/<(?:br|li|p|ul)\b/gi, " $&"), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Formats pounds, such as `£1,234.50`. */
export const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** A date such as `1 November 2026`, in London time. */
export const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
