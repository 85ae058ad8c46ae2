import type { DemoAddress } from "#provider/data/accounts.ts";
import { totalPence, versionsOf, type QuoteItem } from "#provider/products/demo-quotes.ts";
import type { Row } from "#provider/store/store.ts";
import {
  drawTable,
  letterhead,
  longDate,
  makePdf,
  plainText,
  pounds,
  sheet,
  textBlock,
} from "./pdf-document.ts";

/** A licence's document, without its password and keycodes. */
export function licencePdf(fileName: string, row: Row): Promise<Buffer> {
  return makePdf({ title: titleOf(fileName), date: new Date(Number(row.issued_at)) }, (pdf) => {
    letterhead(pdf, "Licence");
    textBlock(pdf, titleOf(fileName), [String(row.name), `Licence ${row.licence_id}`], sheet.left, 116);
    const lines = [
      `Vendor: ${row.vendor}`,
      `Licensed: ${plainText(String(row.details ?? ""))}`,
      `Issued: ${formatDay(row.issued_at)}`,
      `Expires: ${row.expires_at === null ? "No expiry date set" : formatDay(row.expires_at)}`,
      `Host: ${row.hostname ?? ""}`,
    ];
    textBlock(pdf, "Details", lines, 226, 116, 313);
  });
}

/** A quote as a document, with a total for each version. */
export function quotePdf(fileName: string, row: Row): Promise<Buffer> {
  const items = JSON.parse(String(row.items)) as QuoteItem[];
  const {
    line1,
    line2 = "",
    town,
    postCode,
  } = JSON.parse(String(row.address ?? "{}")) as Partial<DemoAddress>;
  const {
    name = "",
    position = "",
    phone = "",
  } = JSON.parse(String(row.prepared_by ?? "{}")) as Record<string, string>;
  return makePdf({ title: titleOf(fileName), date: new Date(Number(row.quoted_at)) }, (pdf) => {
    letterhead(pdf, "Quote");
    const preparedFor = [String(row.contact_name ?? ""), String(row.name), line1, line2, town, postCode];
    textBlock(
      pdf,
      "Prepared for",
      preparedFor.map((line) => plainText(line ?? "")),
      sheet.left,
      116,
    );
    textBlock(pdf, "Prepared by", [name, position, phone], 226, 116);
    const validThrough =
      row.valid_through_at === null ? [] : [`Valid through: ${formatDay(row.valid_through_at)}`];
    textBlock(
      pdf,
      titleOf(fileName),
      [`Quote ${row.quote_id}`, `Date: ${formatDay(row.quoted_at)}`, ...validThrough],
      396,
      116,
    );
    const tableEnd = drawTable(
      pdf,
      [
        { heading: "Description", width: 243 },
        { heading: "Units", width: 40, align: "right" },
        { heading: "Price", width: 70, align: "right" },
        { heading: "Total", width: 70, align: "right" },
        { heading: "Versions", width: 60, align: "right" },
      ],
      items.map(({ description, units, pricePence, isOptional, versions }) => [
        plainText(description) + (isOptional ? " (optional)" : ""),
        String(units),
        pounds.format(pricePence / 100),
        pounds.format((units * pricePence) / 100),
        versions.map((version) => `v${version}`).join(" "),
      ]),
      250,
    );
    const totals = versionsOf(items).map(
      (version) => `Version ${version}: ${pounds.format(totalPence(items, version) / 100)}`,
    );
    textBlock(pdf, "Totals, including optional items", totals, sheet.left, tableEnd + 16, sheet.width);
  });
}

/** The slip that goes in the parcel with a return. */
export function returnPdf(fileName: string, row: Row): Promise<Buffer> {
  return makePdf({ title: titleOf(fileName), date: new Date(Number(row.received_at ?? 0)) }, (pdf) => {
    letterhead(pdf, "Return");
    textBlock(
      pdf,
      titleOf(fileName),
      [String(row.name), `Return ${row.rma}`, `${row.record_type}, ${row.status}`],
      sheet.left,
      116,
    );
    const lines = [
      `Product: ${[row.product_code, plainText(String(row.product_description))].filter(Boolean).join(", ")}`,
      `Quantity: ${row.quantity ?? ""}`,
      `Invoice: ${row.invoice_number ?? ""}`,
      `Reason: ${row.reason ?? ""}`,
      plainText(String(row.notes ?? "")),
    ];
    textBlock(pdf, "Details", lines, 226, 116, 313);
  });
}

/** A file attached to a ticket. */
export function ticketPdf(fileName: string, row: Row): Promise<Buffer> {
  return makePdf({ title: titleOf(fileName), date: new Date(Number(row.logged_at)) }, (pdf) => {
    letterhead(pdf, "Support ticket");
    textBlock(pdf, titleOf(fileName), [String(row.name), `Ticket ${row.support_ticket_id}`], sheet.left, 116);
    textBlock(pdf, "Summary", [plainText(String(row.subject))], 226, 116, 313);
  });
}

function titleOf(fileName: string): string {
  return plainText(fileName.replace(/\.pdf$/, ""));
}

function formatDay(time: Row[string] | undefined): string {
  return longDate.format(Number(time));
}
