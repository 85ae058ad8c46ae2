import { callRecords, type CallRecord } from "#provider/invoices/call-records.ts";
import type { FiledInvoice } from "./filed-invoice.ts";
import {
  block,
  drawTable,
  ink,
  letterhead,
  longDate,
  makePdf,
  pounds,
  sheet,
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

interface Group {
  readonly name: string;
  readonly calls: number;
  readonly minutes: number;
  readonly pence: number;
}

/** The month's calls by destination, with a bar chart of their cost. The same bytes each time. */
export function callsReport(invoice: FiledInvoice): Promise<Buffer> {
  const { invoiceNumber, clientName, accountNumber, issuedAt, files } = invoice;
  const groups = groupsOf(callRecords(files.calls ?? 0, issuedAt));
  return makePdf({ title: `Call report ${invoiceNumber}`, date: new Date(issuedAt) }, (pdf) => {
    letterhead(pdf, "Call report");
    block(pdf, "For", [clientName, `Account ${accountNumber}`], sheet.left, 116);
    block(
      pdf,
      "Details",
      [`Invoice ${invoiceNumber}`, `The 30 days before ${longDate.format(issuedAt)}`],
      300,
      116,
      239,
    );
    const rows = groups.map(({ name, calls, minutes, pence }) => [
      name,
      String(calls),
      String(minutes),
      pounds.format(pence / 100),
    ]);
    drawBars(pdf, groups, drawTable(pdf, columns, rows, 190) + 30);
  });
}

function groupsOf(calls: readonly CallRecord[]): Group[] {
  return [...new Set(calls.map(({ destination }) => destination))]
    .map((name) => {
      const own = calls.filter(({ destination }) => destination === name);
      const seconds = own.reduce((sum, call) => sum + call.seconds, 0);
      const pence = own.reduce((sum, call) => sum + call.costPence, 0);
      return { name, calls: own.length, minutes: Math.round(seconds / 60), pence };
    })
    .sort((one, other) => other.pence - one.pence);
}

function drawBars(pdf: Pdf, groups: readonly Group[], y: number): void {
  block(pdf, "Cost by destination", [], sheet.left, y);
  const most = Math.max(1, ...groups.map(({ pence }) => pence));
  for (const [index, { name, pence }] of groups.entries()) {
    const at = y + 20 + index * 24;
    pdf
      .font("Helvetica")
      .fontSize(9)
      .fillColor(ink.text)
      .text(name, sheet.left, at + 3, { width: 120 });
    pdf.rect(sheet.left + 125, at, Math.max(1, (BAR_WIDTH * pence) / most), 14).fill(ink.brand);
    pdf
      .fillColor(ink.text)
      .text(pounds.format(pence / 100), sheet.left + 420, at + 3, { width: 63, align: "right" });
  }
}
