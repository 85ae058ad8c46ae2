import type { ListState } from "#app/grid/define-list.ts";
import { readListState } from "#app/grid/define-list.ts";
import { listAt, PLACE, placeIn } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import { checkInvoiceFile } from "#app/portal-api/files.ts";
import { getInvoice, type Invoice } from "#app/portal-api/invoices.ts";
import { filesOf } from "#app/request/files.ts";
import { panel, type Panel } from "#app/request/panel.ts";
import type { Portal } from "#app/request/portal.ts";
import type { RouteArgs } from "#app/request/proof.ts";
import { formatMoney } from "#app/ui/format.ts";
import { addressLines } from "./address-lines.ts";
import { companyView, type CompanyView } from "./company.ts";
import type { FileView } from "./download-card.tsx";
import type { InvoiceDueView } from "./invoice-due.tsx";
import { filesOfInvoice } from "./invoice-files.ts";
import { invoicesList } from "./invoices-list.ts";
import { toRow, type InvoiceRowView } from "./invoices-view.ts";
import { linesList } from "./lines-list.ts";
import { lineViews, type LineView } from "./lines.ts";

export type Facts = readonly (readonly [term: string, detail: string])[];

export interface BreakdownView {
  readonly row: InvoiceRowView;
  readonly backTo: string;
  readonly due: InvoiceDueView;
  readonly lines: { readonly rows: readonly LineView[]; readonly total: number; readonly state: ListState };
  readonly payment: Facts;
  readonly deliveryAddress: readonly string[];
  readonly invoiceAddress: readonly string[];
  readonly company: CompanyView | undefined;
  readonly files: Panel<readonly FileView[]>;
}

/**
 * An invoice with its lines, cards and files. One call, then one round of checks for the files, whose place
 * only the invoice names. Throws PortalApiError for the invoice; a failure of the files stands on the page.
 */
export async function breakdownView(
  { context, request }: RouteArgs,
  portal: Portal,
  number: string,
): Promise<BreakdownView> {
  const invoice = await portal.api.call(getInvoice, { query: { invoiceNumber: number } });
  const files = await panel(existingFiles({ context }, portal, invoice), { context });
  const place = placeIn(invoicesList, request.url);
  const kept = place === undefined ? [] : [[PLACE, place] as const];
  const state = { ...readListState(request.url, linesList), kept };
  return {
    row: toRow(invoice, place),
    backTo: listAt(paths.invoices(), place),
    due: dueOf(invoice, portal),
    lines: { rows: lineViews(invoice.items, state), total: invoice.items.length, state },
    payment: paymentFacts(invoice),
    deliveryAddress: addressLines(invoice.deliveryAddress),
    invoiceAddress: addressLines(invoice.invoiceAddress),
    company: companyView(invoice.companyDetails),
    files,
  };
}

function dueOf({ outstandingAmount, isCardPaymentPending }: Invoice, { account }: Portal): InvoiceDueView {
  return {
    amount: formatMoney(outstandingAmount),
    isProcessing: isCardPaymentPending,
    payableBy: outstandingAmount > 0 && !isCardPaymentPending ? account.clientId : undefined,
  };
}

async function existingFiles(
  { context }: Pick<RouteArgs, "context">,
  portal: Portal,
  invoice: Invoice,
): Promise<FileView[]> {
  const client = filesOf(context, portal);
  const checked = await Promise.all(
    filesOfInvoice(invoice).map(async ({ name, title, format, params }) => {
      const found = await client.check(checkInvoiceFile, params);
      const to = paths.invoiceFile(invoice.invoiceNumber, name);
      return found && { name, title, to, detail: [format, sizeText(found.size)].filter(Boolean).join(", ") };
    }),
  );
  return checked.filter((file) => file !== false);
}

function paymentFacts({ paymentDetails }: Invoice): Facts {
  if (!paymentDetails) return [];
  const { bankName, bankSortCode, bankAccountNumber, net, vat, gross } = paymentDetails;
  return [
    ["Bank", bankName],
    ["Sort Code", bankSortCode],
    ["Account Number", bankAccountNumber],
    ["Net", formatMoney(net)],
    ["VAT", formatMoney(vat)],
    ["Gross", formatMoney(gross)],
  ];
}

/** 84213 → '82 KB' */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
