import type { Readable } from "node:stream";
import { formatDate } from "#app/ui/format.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import { generatedFile } from "./file-response.server.ts";
import { pdfText, UNKNOWN_LETTERS } from "./pdf-text.ts";
import { toWebStream } from "./web-stream.server.ts";

type Pdf = PDFKit.PDFDocument;

interface PdfColumn {
  readonly heading: string;
  /** In points; all columns together have 499. */
  readonly width: number;
  readonly numeric?: true;
}

interface TablePdf {
  readonly title: string;
  readonly brand: string;
  readonly date: Date;
  /** Printed above the table, one line each. */
  readonly intro?: readonly string[];
  readonly columns: readonly PdfColumn[];
  /** One text per column. */
  readonly rows: readonly (readonly string[])[];
  /** Printed if there are no rows. */
  readonly empty: string;
  /** Printed below the rows, for example to say what's missing. */
  readonly note?: string;
}

/** Amounts, but dates and counts too. */
const FIGURES = /^[£\d.,/-]+ ?$/;
/** In points. */
const sheet = { left: 48, right: 547, top: 48 } as const;
const HEAD_HEIGHT = 14;
/** A row has to fit on a page. In points. */
const MAX_ROW_HEIGHT = 320;
/** Longer texts are cut, because pdfkit takes seconds to break a word with many thousands of characters. */
const MAX_CELL_LENGTH = 1_000;
const colours = { text: "#14171f", soft: "#515968", line: "#cbd0da" } as const;
const rowBorder = { border: { top: 0, right: 0, bottom: 0.75, left: 0 }, borderColor: colours.line };

/** Loaded on demand, because they take a quarter of a second and 30 MB. */
async function loadTools() {
  const [{ default: PDFDocument }, { create }, ...fonts] = await Promise.all([
    import("pdfkit"),
    import("fontkit"),
    import("#app/ui/fonts/inter-regular.ttf?inline"),
    import("#app/ui/fonts/inter-bold.ttf?inline"),
  ]);
  // Read once, because pdfkit would read the font again for each cell.
  const read = (url = "") => {
    const font = create(Buffer.from(url.slice(url.indexOf(",")), "base64"));
    const layout = font.layout.bind(font);
    // Figures of equal width line up amounts. As an option of pdfkit that would take five times as long, and widen hyphens in names.
    return Object.assign(font, {
      layout: (word: string) => layout(word, FIGURES.test(word) ? ["tnum"] : []),
    });
  };
  const [regular, bold] = [read(fonts[0].default), read(fonts[1].default)];
  return { PDFDocument, regular, bold, hasGlyph: (code: number) => regular.hasGlyphForCodePoint(code) };
}
let tools: ReturnType<typeof loadTools> | undefined;

/** The response with an A4 document, sent while it's being drawn. The table's head is repeated on every page. */
export async function pdfResponse(fileName: string, document: TablePdf): Promise<Response> {
  const { PDFDocument, regular, bold, hasGlyph } = await (tools ??= loadTools());
  const { date, intro = [], columns } = document;
  const title = pdfText(document.title, hasGlyph);
  const brand = pdfText(document.brand, hasGlyph);
  const pdf = new PDFDocument({
    size: "A4",
    margins: { top: sheet.top + HEAD_HEIGHT, bottom: 62, left: sheet.left, right: sheet.left },
    lang: "en-GB",
    displayTitle: true,
    info: { Title: document.title, Author: document.brand, CreationDate: date, ModDate: date },
  });
  pdf.registerFont("Inter", regular as never).registerFont("Inter-Bold", bold as never);
  pdf.font("Inter-Bold").fontSize(16).fillColor(colours.text).text(title, sheet.left, sheet.top);
  const subtitle = `${brand}, ${formatDate(date.toISOString()) ?? ""}`;
  pdf.font("Inter").fontSize(9).fillColor(colours.soft).text(subtitle);
  for (const line of intro) pdf.moveDown(0.3).fillColor(colours.text).text(pdfText(line, hasGlyph));
  pdf.moveDown(1.2);
  let pages = 1;
  drawFoot(pdf, pages);
  drawHead(pdf, pdf.y, columns);
  pdf.on("pageAdded", () => {
    drawFoot(pdf, (pages += 1));
    drawHead(pdf, sheet.top, columns);
  });
  void drawRows(pdf, document, hasGlyph).then(
    () => pdf.end(),
    (error: unknown) => pdf.destroy(error as Error),
  );
  const content = toWebStream(pdf as unknown as Readable);
  return generatedFile(content, fileName, "application/pdf", "no-store, no-transform");
}

const stylesOf = (columns: readonly PdfColumn[]) =>
  columns.map(({ width, numeric }) => ({
    width,
    align: { x: numeric ? ("right" as const) : ("left" as const) },
  }));

async function drawRows(
  pdf: Pdf,
  { title, brand, columns, rows, empty, note }: TablePdf,
  hasGlyph: (codePoint: number) => boolean,
): Promise<void> {
  const table = pdf.table({
    columnStyles: stylesOf(columns),
    rowStyles: { padding: { top: 3, right: 10, bottom: 6, left: 0 } },
    defaultStyle: {
      ...rowBorder,
      textColor: colours.text,
      textOptions: { ...lowered(9), height: MAX_ROW_HEIGHT },
    },
  });
  const yieldIfDue = yielder();
  let hasUnknownLetters = pdfText(title + brand, hasGlyph).includes("[U+");
  for (const row of rows) {
    await yieldIfDue();
    // The browser has disconnected.
    if (pdf.destroyed) return;
    // Cut before pdfText, to limit its work, and again after it, because it may drop or add characters.
    const texts = row.map((text) => shortened(pdfText(text.slice(0, 2 * MAX_CELL_LENGTH), hasGlyph)));
    hasUnknownLetters ||= texts.some((text) => text.includes("[U+"));
    table.row(texts);
  }
  if (rows.length === 0) table.row([{ text: empty, colSpan: columns.length }]);
  for (const text of [note, hasUnknownLetters && UNKNOWN_LETTERS])
    if (text) table.row([{ text, colSpan: columns.length }]);
}

const shortened = (text: string) =>
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;

function drawHead(pdf: Pdf, y: number, columns: readonly PdfColumn[]): void {
  pdf.table({
    position: { x: sheet.left, y },
    columnStyles: stylesOf(columns),
    rowStyles: { height: HEAD_HEIGHT, padding: { top: 0, right: 10, bottom: 0, left: 0 } },
    defaultStyle: { ...rowBorder, textColor: colours.soft, textOptions: lowered(8) },
    data: [columns.map(({ heading }) => ({ text: heading, font: { src: "Inter-Bold", size: 8 } }))],
  });
}

const CAP_HEIGHT = 0.727;

/** Moves text down by 2 points: a table clips it at the height of capitals, which would cut off accents. */
function lowered(fontSize: number) {
  return { baseline: -CAP_HEIGHT * fontSize - 2 };
}

/** Draws the page number in the bottom margin, without line breaks, because text that can break would start a new page there. */
function drawFoot(pdf: Pdf, page: number): void {
  const { x, y } = pdf;
  const text = `Page ${page}`;
  pdf.font("Inter").fontSize(8).fillColor(colours.soft);
  pdf.text(text, sheet.right - pdf.widthOfString(text), 800, { lineBreak: false });
  pdf.fontSize(9);
  pdf.x = x;
  pdf.y = y;
}
