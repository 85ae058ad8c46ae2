import { callRecords, type CallRecord } from "#provider/invoices/call-records.ts";
import type { FiledInvoice } from "./filed-invoice.ts";
import {
  colours,
  drawTable,
  letterhead,
  longDate,
  makePdf,
  pounds,
  sheet,
  textBlock,
  type Column,
  type Pdf,
} from "./pdf-document.ts";

const columns: readonly Column[] = [
  { heading: "Destination", width: 243 },
  { heading: "Calls", width: 70, align: "right" },
  { heading: "Minutes", width: 80, align: "right" },
  { heading: "Cost", width: 90, align: "right" },
];
const BAR_WIDTH = 290;

interface DestinationTotal {
  readonly name: string;
  readonly calls: number;
  readonly minutes: number;
  readonly pence: number;
}

/** The month's calls by destination, with a bar chart of their cost. Always the same bytes. */
export function callsReport(invoice: FiledInvoice): Promise<Buffer> {
  const { invoiceNumber, clientName, accountNumber, issuedAt, files } = invoice;
  const totals = totalsByDestination(callRecords(files.calls ?? 0, issuedAt));
  return makePdf({ title: `Call report ${invoiceNumber}`, date: new Date(issuedAt) }, (pdf) => {
    letterhead(pdf, "Call report");
    textBlock(pdf, "For", [clientName, `Account ${accountNumber}`], sheet.left, 116);
    textBlock(
      pdf,
      "Details",
      [`Invoice ${invoiceNumber}`, `The 30 days before ${longDate.format(issuedAt)}`],
      300,
      116,
      239,
    );
    const rows = totals.map(({ name, calls, minutes, pence }) => [
      name,
      String(calls),
      String(minutes),
      pounds.format(pence / 100),
    ]);
    drawBars(pdf, totals, drawTable(pdf, columns, rows, 190) + 30);
  });
}

function totalsByDestination(calls: readonly CallRecord[]): DestinationTotal[] {
  return [...new Set(calls.map(({ destination }) => destination))]
    .map((name) => {
      const destinationCalls = calls.filter(({ destination }) => destination === name);
      const seconds = destinationCalls.reduce((sum, call) => sum + call.seconds, 0);
      const pence = destinationCalls.reduce((sum, call) => sum + call.costPence, 0);
      return { name, calls: destinationCalls.length, minutes: Math.round(seconds / 60), pence };
    })
    .sort((a, b) => b.pence - a.pence);
}

function drawBars(pdf: Pdf, totals: readonly DestinationTotal[], y: number): void {
  textBlock(pdf, "Cost by destination", [], sheet.left, y);
  const maxPence = Math.max(1, ...totals.map(({ pence }) => pence));
  for (const [index, { name, pence }] of totals.entries()) {
    const top = y + 20 + index * 24;
    pdf
      .font("Inter")
      .fontSize(9)
      .fillColor(colours.text)
      .text(name, sheet.left, top + 3, { width: 120 });
    pdf.rect(sheet.left + 125, top, Math.max(1, (BAR_WIDTH * pence) / maxPence), 14).fill(colours.brand);
    pdf
      .fillColor(colours.text)
      .text(pounds.format(pence / 100), sheet.left + 420, top + 3, { width: 63, align: "right" });
  }
}
