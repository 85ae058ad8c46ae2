import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "#app/grid/csv.server.ts";
import { offeredList } from "#app/grid/define-list.server.ts";
import { csvColumns } from "#app/grid/list-loader.server.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { loadStatementForFile } from "./statement.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  return redirectOnFailure(args, paths.statement(), async () => {
    const { invoices, figures, note } = await loadStatementForFile(args, portal);
    const columns = csvColumns(offeredList(invoiceList, args.context.config));
    const lines = columns.map(({ label, value }, index) => ({
      label,
      value(line: (typeof invoices | typeof figures)[number]) {
        if (!("pounds" in line)) return value(line);
        if (label === line.column) return line.pounds.toFixed(2);
        return index === 0 ? line.term : "";
      },
    }));
    return csvResponse("statement", lines, [...invoices, ...figures], () => note);
  });
}
