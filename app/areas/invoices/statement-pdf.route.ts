import type { LoaderFunctionArgs } from "@remix-run/node";
import { pdfResponse } from "#app/files/table-pdf.server.ts";
import { toListRow } from "#app/grid/define-list.server.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { loadStatementForFile } from "./statement.server.ts";

const columns = [
  { heading: "Date Issued", width: 70 },
  { heading: "Invoice", width: 65 },
  { heading: "Order Number", width: 84 },
  { heading: "Account Number", width: 80 },
  { heading: "Status", width: 60 },
  { heading: "Total", width: 70, numeric: true },
  { heading: "Outstanding", width: 70, numeric: true },
] as const;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { config, services } = args.context;
  return redirectOnFailure(args, paths.statement(), async () => {
    const { wanted, invoices, empty, figures, note } = await loadStatementForFile(args, portal);
    const days = `Invoices from ${formatDate(wanted.from)} to ${formatDate(wanted.to)}`;
    return pdfResponse("statement.pdf", {
      title: `Statement for ${portal.account.name}`,
      brand: config.brandName,
      date: services.now(),
      intro: [
        wanted.account === "" ? days : `${days}, account ${wanted.account}`,
        "These are your invoices. Payments aren't listed.",
        ...figures.map(({ term, pounds }) => `${term}: ${formatMoney(pounds)}`),
      ],
      columns,
      rows: await mapYielding(invoices, (invoice) => {
        const { date, invoice: number, order, account, status, total } = toListRow(invoiceList, invoice).text;
        return [date, number, order, account, status, total, formatMoney(invoice.outstandingAmount)];
      }),
      empty,
      note,
    });
  });
}
