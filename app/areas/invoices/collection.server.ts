import { panel, partOptions } from "#app/errors/panel.ts";
import { momentOf } from "#app/moment.ts";
import { listDirectDebits } from "#app/portal-api/direct-debits.ts";
import { isPayable, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { NOTICE_DAYS, workingDaysAfter } from "#app/working-days.server.ts";

/** The numbers of the accounts that a direct debit pays; none where they can't be had, which is logged. */
export async function collectedAccounts(args: RouteArgs, { api }: Portal): Promise<readonly string[]> {
  const debits = await panel(api.call(listDirectDebits, {}, partOptions), args);
  return debits.ok ? debits.value.map(({ sageAccountNumber }) => wordsOf(sageAccountNumber).trim()) : [];
}

/** The day from which on a direct debit would collect an invoice; undefined where nothing is to be paid. */
export function collectionDay(invoice: InvoiceSummary): string | undefined {
  const issued = momentOf(invoice.dateIssued);
  return isPayable(invoice) && issued ? workingDaysAfter(issued, NOTICE_DAYS) : undefined;
}
