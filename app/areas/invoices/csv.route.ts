import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse, type CsvColumn } from "#app/grid/csv.server.ts";
import { readListState } from "#app/grid/define-list.ts";
import { everyRow } from "#app/grid/load-list.ts";
import { paths } from "#app/paths.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { requireRole } from "#app/request/require.ts";
import { formatDate } from "#app/ui/format.ts";
import { askForInvoices } from "./ask-for-invoices.ts";
import { orBack } from "./back-with-message.ts";
import { statusView } from "./invoice-status.ts";
import { invoicesList } from "./invoices-list.ts";

const columns: readonly CsvColumn<InvoiceSummary>[] = [
  { label: "Invoice", value: ({ invoiceNumber }) => invoiceNumber },
  { label: "Date Issued", value: ({ dateIssued }) => formatDate(dateIssued) },
  { label: "Order Number", value: ({ orderNumber }) => orderNumber },
  { label: "Account Number", value: ({ accountNumber }) => accountNumber },
  { label: "Status", value: ({ status }) => statusView(status).label },
  { label: "Total", value: ({ total }) => total.toFixed(2) },
  { label: "Outstanding Amount", value: ({ outstandingAmount }) => outstandingAmount.toFixed(2) },
];

/** Every page of the list, by its search, filter and sort. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const state = readListState(args.request.url, invoicesList);
  return orBack(args, paths.invoices(), undefined, () =>
    csvResponse("invoices", columns, everyRow(invoicesList, state, askForInvoices(portal, { fresh: true }))),
  );
}
