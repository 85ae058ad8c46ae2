import { ink, rule, sheet, type Pdf } from "./pdf-document.ts";

export interface Column {
  readonly heading: string;
  readonly width: number;
  readonly align?: "left" | "right";
}

const PADDING = 5;

/**
 * Draws a table from `y` on, its head again on each new page; answers where it ends. Column widths add up to the
 * sheet's width.
 */
export function drawTable(
  pdf: Pdf,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  y: number,
): number {
  let at = drawHead(pdf, columns, y);
  for (const row of rows) {
    pdf.font("Helvetica").fontSize(9);
    const height = Math.max(...columns.map(({ width }, index) => heightOf(pdf, row[index] ?? "", width)));
    if (at + height + 2 * PADDING > sheet.bottom - 20) {
      pdf.addPage();
      at = drawHead(pdf, columns, sheet.top);
      pdf.font("Helvetica").fontSize(9);
    }
    drawCells(pdf, columns, row, at + PADDING, ink.text);
    at += height + 2 * PADDING;
    rule(pdf, at);
  }
  return at;
}

function drawHead(pdf: Pdf, columns: readonly Column[], y: number): number {
  pdf.font("Helvetica-Bold").fontSize(8);
  drawCells(
    pdf,
    columns,
    columns.map(({ heading }) => heading),
    y,
    ink.soft,
  );
  rule(pdf, y + 14, ink.brand);
  return y + 14;
}

function drawCells(
  pdf: Pdf,
  columns: readonly Column[],
  row: readonly string[],
  y: number,
  color: string,
): void {
  let x: number = sheet.left;
  pdf.fillColor(color);
  for (const [index, { width, align = "left" }] of columns.entries()) {
    pdf.text(row[index] ?? "", x, y, { width: width - 6, align });
    x += width;
  }
}

function heightOf(pdf: Pdf, text: string, width: number): number {
  return pdf.heightOfString(text, { width: width - 6 });
}
