import { readListState } from "#app/grid/define-list.ts";
import { placeOf } from "#app/grid/list-place.ts";
import { loadList, type LoadedList } from "#app/grid/load-list.ts";
import { paths } from "#app/paths.ts";
import { invoiceFileParamsOf } from "#app/portal-api/files.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { panel, type Panel } from "#app/request/panel.ts";
import type { Portal } from "#app/request/portal.ts";
import type { RouteArgs } from "#app/request/proof.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { askForInvoices } from "./ask-for-invoices.ts";
import { loadDue, type DueView } from "./due.ts";
import { statusView, type StatusView } from "./invoice-status.ts";
import { invoicesList } from "./invoices-list.ts";
import { latestMonths, type MonthChoice } from "./months.ts";
import { loadSpend, type SpendView } from "./spend.ts";

export interface InvoiceRowView {
  readonly number: string;
  readonly date: string;
  readonly order: string;
  readonly account: string;
  readonly status: StatusView;
  readonly total: string;
  /** What is still due, where that is not the total. */
  readonly due: string | undefined;
  /** A card payment is on its way. */
  readonly isProcessing: boolean;
  readonly to: string;
  /** Undefined where the invoice's fields name no file. */
  readonly pdfTo: string | undefined;
}

export interface InvoicesView extends Pick<LoadedList<never>, "total" | "state"> {
  readonly rows: readonly InvoiceRowView[];
  readonly due: Panel<DueView>;
  readonly spend: Panel<SpendView | undefined>;
  readonly zipMonths: readonly MonthChoice[];
}

/**
 * What the list shows, all asked for together: one page of the list, the sums of what is due, and the newest
 * invoices for the picture. Throws PortalApiError for the list; failures of the other two stand on the page.
 */
export async function invoicesView({ context, request }: RouteArgs, portal: Portal): Promise<InvoicesView> {
  const state = readListState(request.url, invoicesList);
  const [list, due, spend] = await Promise.all([
    loadList(invoicesList, state, askForInvoices(portal)),
    panel(loadDue(portal), { context }),
    panel(loadSpend(portal, context.services.now()), { context }),
  ]);
  const zipMonths = latestMonths(context.services.now());
  const place = placeOf(invoicesList, list.state);
  const rows = list.items.map((invoice) => toRow(invoice, place));
  return { rows, total: list.total, state: list.state, due, spend, zipMonths };
}

/** An invoice as its row shows it; its link leads back to this `place` in the list. */
export function toRow(invoice: InvoiceSummary, place: string | undefined): InvoiceRowView {
  const { invoiceNumber: number, dateIssued, orderNumber, accountNumber, status, total } = invoice;
  const { outstandingAmount, isCardPaymentPending } = invoice;
  const pdf = invoiceFileParamsOf(invoice, "invoice");
  return {
    number,
    date: formatDate(dateIssued) ?? "",
    order: orderNumber,
    account: accountNumber,
    status: statusView(status),
    total: formatMoney(total),
    due: outstandingAmount > 0 && outstandingAmount !== total ? formatMoney(outstandingAmount) : undefined,
    isProcessing: isCardPaymentPending,
    to: paths.invoice(number, place),
    pdfTo: pdf && paths.invoiceFile(number, pdf.fileName),
  };
}
