import { addCollectionTime, loadMandates } from "#app/areas/invoices/how-paid.server.ts";
import { invoiceList } from "#app/areas/invoices/invoice-list.server.ts";
import { loadUnpaidSummary, toPayView, totalDue } from "#app/areas/invoices/unpaid.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { defineList, statusOf } from "#app/grid/define-list.server.ts";
import { loadList } from "#app/grid/list-loader.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { isPayable, listMyInvoices } from "#shared/portal-api/invoices.ts";
import { findUnfinished } from "./intent.server.ts";
import { findSelected, selectedNumbers } from "./selection.server.ts";

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

/** The list on 'Review your payment': the same columns, but each invoice links to its page. */
export const reviewList = {
  ...unpaidList,
  to: ({ invoiceNumber }: { invoiceNumber: string }) => paths.invoice(invoiceNumber),
};

export type MakePaymentView = Awaited<ReturnType<typeof makePaymentView>>;

/** The page 'Make a Payment'. */
export async function makePaymentView(args: RouteArgs, portal: Portal) {
  const numbers = await selectedNumbers(portal);
  const now = args.context.services.now();
  const mandatesPromise = loadMandates(args, portal);
  const [list, chosen, mandates, toPay, unfinished] = await Promise.all([
    loadList(unpaidList, args, portal),
    tolerate(findSelected(portal, numbers), args),
    mandatesPromise,
    tolerate(loadUnpaidSummary(args, portal, mandatesPromise).then(toPayView), args),
    findUnfinished(args.context, portal),
  ]);
  const payable = chosen.ok ? chosen.value.filter(isPayable) : [];
  const selected = new Set(chosen.ok ? payable.map(({ invoiceNumber }) => invoiceNumber) : numbers);
  const isPaid = chosen.ok && chosen.value.every(({ outstandingAmount }) => outstandingAmount <= 0);
  return {
    list: { ...list, rows: list.rows.map((row) => addCollectionTime(row, mandates, now)) },
    toPay,
    areDirectDebitsKnown: mandates !== undefined,
    unfinished: isPaid ? undefined : unfinished,
    ticked: list.rows.map(({ key }) => key).filter((key) => selected.has(key)),
    /** The ticked invoices on all pages; `pence` is undefined if one of them couldn't be loaded. */
    chosen: { count: selected.size, pence: chosen.ok ? Math.round(totalDue(payable) * 100) : undefined },
  };
}
