import type { ListQuery } from "#app/grid/load-list.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { listMyInvoices } from "#app/portal-api/invoices.ts";
import type { Portal } from "#app/request/portal.ts";
import { statusCodesOf } from "./invoice-status.ts";

/** Asks for one page of the account's invoices; `fresh` for exports. */
export function askForInvoices({ api }: Pick<Portal, "api">, options: CallOptions = {}) {
  return ({ sortBy, pageSize, pageNumber, searchKeyword }: ListQuery, filter: readonly string[]) =>
    api.call(
      listMyInvoices,
      {
        query: {
          sortBy,
          pageSize,
          pageNumber,
          searchKeyword,
          includedStatusCodes: statusCodesOf(filter),
        },
      },
      options,
    );
}
