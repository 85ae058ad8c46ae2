import type { RowWithCollectionTime } from "#app/areas/invoices/how-paid.server.ts";
import { invoiceList } from "#app/areas/invoices/invoice-list.server.ts";
import type { ToPayView } from "#app/areas/invoices/unpaid.server.ts";
import type { Tolerated } from "#app/errors/tolerate.ts";
import { defineList, statusOf, type RowOf } from "#app/grid/define-list.server.ts";
import type { ViewOf } from "#app/grid/list-loader.server.ts";
import { formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { listMyInvoices } from "#shared/portal-api/invoices.ts";
import type { UnfinishedPayment } from "./intent.server.ts";

/** Unpaid invoices, oldest first, because those should be paid first. */
export const unpaidList = defineList({
  id: "unpaid-list",
  path: paths.makePayment(),
  noun: "unpaid invoices",
  caption: "Unpaid invoices",
  empty: "You have no unpaid invoices",
  role: "Orders",
  operation: listMyInvoices,
  query: { unpaidOnly: true },
  columns: [
    { key: "invoice", label: "Invoice Number", sort: "invoiceNumber" },
    ...invoiceList.columns.filter(({ key }) => ["date", "order", "account", "total"].includes(key)),
    {
      key: "outstanding",
      label: "Outstanding Amount",
      sort: "outstandingAmount",
      numeric: true,
      text: ({ outstandingAmount }) => formatMoney(outstandingAmount),
    },
  ],
  onPhone: { title: "invoice", value: "outstanding", facts: ["date", "account"] },
  csv: false,
  search: { label: "Search Invoices" },
  defaultSort: "date",
  defaultSize: 20,
  sizes: [8, 20, 50, 100],
  keyOf: ({ invoiceNumber }) => invoiceNumber,
  rowData: (invoice) => ({
    pence: Math.round(invoice.outstandingAmount * 100),
    isPending: invoice.isCardPaymentPending,
    status: statusOf(invoiceList, invoice),
    // `addCollectionTime` replaces this with `collectedWhen`, so it isn't sent to the browser.
    paymentFacts: invoice,
  }),
});

export interface MakePaymentView {
  readonly list: Omit<ViewOf<typeof unpaidList>, "rows"> & {
    readonly rows: readonly RowWithCollectionTime<RowOf<typeof unpaidList>>[];
  };
  readonly toPay: Tolerated<ToPayView>;
  readonly areDirectDebitsKnown: boolean;
  readonly unfinished: UnfinishedPayment | undefined;
  readonly ticked: readonly string[];
  /** The ticked invoices on all pages; `pence` is undefined if one of them couldn't be loaded. */
  readonly chosen: { readonly count: number; readonly pence: number | undefined };
}

/** The list on 'Review your payment': the same columns, but each invoice links to its page. */
export const reviewList = {
  ...unpaidList,
  to: ({ invoiceNumber }: { invoiceNumber: string }) => paths.invoice(invoiceNumber),
};
