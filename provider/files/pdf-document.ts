import PDFDocument from "pdfkit";
import { brand } from "#provider/identity/look.ts";

export type Pdf = PDFKit.PDFDocument;

/** Distances in points on A4. */
export const sheet = { left: 56, right: 539, top: 56, bottom: 786, width: 483 } as const;
/** The colours of the provider's documents. */
export const ink = { text: "#1d2433", soft: "#566077", hair: "#dde2ea", brand: "#17614b" } as const;

interface DocumentOptions {
  readonly title: string;
  /** Its only date, so that the same document is the same bytes. */
  readonly date: Date;
}

/** A one-family A4 document in the provider's look, drawn by `draw`; answers its bytes. */
export function makePdf({ title, date }: DocumentOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    margin: sheet.left,
    lang: "en-GB",
    displayTitle: true,
    info: { Title: title, Author: brand, CreationDate: date, ModDate: date },
  });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    draw(pdf);
    pdf.end();
  });
}

/** The mark and the name at the top left, the document's title at the right. */
export function letterhead(pdf: Pdf, title: string): void {
  pdf.roundedRect(sheet.left, sheet.top, 30, 30, 7).fill(ink.brand);
  pdf.path("M64 77c5 0 6-10 16-11-2 8-6 13-16 11Z").lineWidth(1.8).stroke("#ffffff");
  pdf.font("Helvetica-Bold").fontSize(18).fillColor(ink.text);
  pdf.text(brand, sheet.left + 40, sheet.top + 8, { lineBreak: false });
  pdf.fontSize(22).fillColor(ink.brand);
  pdf.text(title, sheet.left, sheet.top + 5, { width: sheet.width, align: "right" });
}

/** A small heading with lines below it, in a column. */
export function block(
  pdf: Pdf,
  heading: string,
  lines: readonly string[],
  x: number,
  y: number,
  width = 150,
): void {
  pdf.font("Helvetica-Bold").fontSize(8).fillColor(ink.soft).text(heading.toUpperCase(), x, y, { width });
  pdf.font("Helvetica").fontSize(9.5).fillColor(ink.text);
  pdf.text(lines.filter((line) => line !== "").join("\n"), x, y + 13, { width, lineGap: 1.5 });
}

/** A hair line over the sheet's width. */
export function rule(pdf: Pdf, y: number, color: string = ink.hair): void {
  pdf.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.75).stroke(color);
}

/** Decimal pounds → '£1,234.50'. */
export const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** `1 November 2026`, the day in London. */
export const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
