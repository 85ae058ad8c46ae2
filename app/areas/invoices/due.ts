import { listMyInvoices } from "#app/portal-api/invoices.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";

/** What is due over all invoices of the account. */
export interface DueView {
  readonly count: number;
  readonly countText: string;
  /** Undefined where the API does not add it up. */
  readonly amount: string | undefined;
  /** Undefined when nothing is due. */
  readonly oldest: string | undefined;
}

/** Asks for a single row, since the count and the sum that come with it are over all. Throws PortalApiError. */
export async function loadDue({ api }: Pick<Portal, "api">): Promise<DueView> {
  const { items, totalCount, outstandingTotal } = await api.call(listMyInvoices, {
    query: { sortBy: "dateIssued ASC", pageSize: 1, pageNumber: 1, unpaidOnly: true },
  });
  return {
    count: totalCount,
    countText: totalCount.toLocaleString("en-GB"),
    amount: typeof outstandingTotal === "number" ? formatMoney(outstandingTotal) : undefined,
    oldest: formatDate(items[0]?.dateIssued),
  };
}
