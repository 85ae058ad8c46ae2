import type { DemoAddress } from "#provider/data/accounts.ts";
import type { InvoiceLine } from "#provider/invoices/invoice-lines.ts";
import { receivingBank } from "#provider/invoices/issuing-companies.ts";
import type { FiledInvoice } from "./filed-invoice.ts";
import {
  colours,
  drawTable,
  horizontalRule,
  letterhead,
  longDate,
  makePdf,
  plainText,
  pounds,
  sheet,
  textBlock,
  type Column,
  type Pdf,
} from "./pdf-document.ts";

const columns: readonly Column[] = [
  { heading: "Item", width: 62 },
  { heading: "Description", width: 191 },
  { heading: "Qty", width: 40, align: "right" },
  { heading: "Unit", width: 62, align: "right" },
  { heading: "Disc. %", width: 42, align: "right" },
  { heading: "VAT", width: 26, align: "right" },
  { heading: "Net", width: 60, align: "right" },
];
const SUMMARY_HEIGHT = 130;

/** The invoice as a PDF, with more than one page only if the lines need it. Always the same bytes. */
export function invoicePdf(invoice: FiledInvoice): Promise<Buffer> {
  const isCredit = invoice.totalPence < 0;
  const title = `${isCredit ? "Credit note" : "Invoice"} ${invoice.invoiceNumber}`;
  return makePdf({ title, date: new Date(invoice.issuedAt) }, (pdf) => {
    letterhead(pdf, isCredit ? "Credit note" : "Invoice");
    drawParties(pdf, invoice);
    const tableEnd = drawTable(pdf, columns, invoice.lines.map(rowOf), 268);
    drawSummary(pdf, invoice, summaryTop(pdf, tableEnd + 16));
  });
}

function drawParties(pdf: Pdf, invoice: FiledInvoice): void {
  const { company, clientName } = invoice;
  textBlock(pdf, "Invoice to", [clientName, ...addressLines(invoice.invoiceAddress)], sheet.left, 116);
  textBlock(pdf, "Deliver to", addressLines(invoice.deliveryAddress), 226, 116);
  textBlock(
    pdf,
    "Details",
    [
      `Number: ${invoice.invoiceNumber}`,
      `Issued: ${longDate.format(invoice.issuedAt)}`,
      `Account: ${invoice.accountNumber}`,
      invoice.orderNumber && `Order: ${plainText(invoice.orderNumber)}`,
    ],
    396,
    116,
  );
  if (!company) return;
  const companyDetails = `${company.companyName} · VAT ${company.countryCode} ${company.taxRegistrationNumber} · registered in ${company.countryOfRegistration}, ${company.companyRegistrationNumber}`;
  pdf.font("Inter").fontSize(8).fillColor(colours.soft);
  pdf.text(companyDetails, sheet.left, 236, { width: sheet.width });
}

function rowOf(line: InvoiceLine): string[] {
  return [
    line.itemCode,
    plainText(line.description),
    String(line.quantity),
    pounds.format(line.unitPence / 100),
    line.discount === 0 ? "" : String(line.discount),
    line.vatCode,
    pounds.format(line.netPence / 100),
  ];
}

/** Where the summary begins: at `y`, or on a new page if this one is full. */
function summaryTop(pdf: Pdf, y: number): number {
  if (y + SUMMARY_HEIGHT <= sheet.bottom) return y;
  pdf.addPage();
  return sheet.top;
}

function drawSummary(
  pdf: Pdf,
  { netPence, vatPence, totalPence, invoiceNumber }: FiledInvoice,
  y: number,
): void {
  const amounts = [
    ["Net", netPence],
    ["VAT", vatPence],
    ["Total", totalPence],
  ] as const;
  for (const [index, [label, pence]] of amounts.entries()) {
    const top = y + index * 20;
    pdf
      .font(label === "Total" ? "Inter-Bold" : "Inter")
      .fontSize(11)
      .fillColor(colours.text);
    pdf.text(label, 380, top, { width: 60 });
    pdf.text(pounds.format(pence / 100), 440, top, { width: sheet.right - 446, align: "right" });
  }
  horizontalRule(pdf, y + 66);
  const { bankName, bankSortCode, bankAccountNumber } = receivingBank;
  const sortCode = bankSortCode.replace(/(..)(?=.)/g, "$1-");
  textBlock(
    pdf,
    "How to pay",
    [
      `By card in the Customer Portal, or to ${bankName}, ${sortCode}, account ${bankAccountNumber}, reference ${invoiceNumber}.`,
    ],
    sheet.left,
    y + 80,
    sheet.width,
  );
}

function addressLines({ line1, line2 = "", town, county = "", postCode }: DemoAddress): string[] {
  return [line1, line2, town, county, postCode].filter((line) => line !== "");
}
