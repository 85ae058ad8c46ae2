import { paths } from "#app/paths.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { isPayable } from "./selection.ts";

/** An invoice as the two payment pages show it. */
export interface InvoiceRow {
  readonly number: string;
  readonly to: string;
  readonly date: string;
  readonly order: string;
  readonly account: string;
  readonly total: string;
  readonly outstanding: string;
  /** Outstanding amount in pence, for the running total. */
  readonly pence: number;
  readonly selected: boolean;
  /** 'Payment processing' stands in place of the checkbox. */
  readonly pending: boolean;
}

export function toInvoiceRow(invoice: InvoiceSummary, selected: ReadonlySet<string>): InvoiceRow {
  const { invoiceNumber, dateIssued, orderNumber, accountNumber, total, outstandingAmount } = invoice;
  return {
    number: invoiceNumber,
    to: paths.invoice(invoiceNumber),
    date: formatDate(dateIssued) ?? "",
    order: orderNumber,
    account: accountNumber,
    total: formatMoney(total),
    outstanding: formatMoney(outstandingAmount),
    pence: Math.round(outstandingAmount * 100),
    selected: selected.has(invoiceNumber) && isPayable(invoice),
    pending: invoice.isCardPaymentPending,
  };
}
