import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "#app/grid/csv.server.ts";
import { offeredList } from "#app/grid/define-list.server.ts";
import { csvColumns } from "#app/grid/list-loader.server.ts";
import { paths } from "#app/paths.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { loadStatementForFile } from "./statement.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  return redirectOnFailure(args, paths.statement(), async () => {
    const { invoices, note } = await loadStatementForFile(args, portal);
    const columns = csvColumns(offeredList(invoiceList, args.context.config));
    return csvResponse("statement", columns, invoices, () => note);
  });
}
