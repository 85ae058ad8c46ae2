import type { Portal } from "#app/request/portal.ts";
import { daysUntil } from "#app/ui/format.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonDay } from "#shared/time/moment.ts";
import { isUndisputed } from "./how-paid.server.ts";
import { dayOf } from "./issued.server.ts";
import { listOutstanding } from "./unpaid.server.ts";

/** How old an outstanding invoice is, in days since its date; addresses contain `value`. */
export const ageBands = [
  { value: "later", label: "Dated after today", maxDays: -1 },
  { value: "30", label: "Up to 30 days ago", maxDays: 30 },
  { value: "60", label: "31 to 60 days ago", maxDays: 60 },
  { value: "90", label: "61 to 90 days ago", maxDays: 90 },
  { value: "older", label: "More than 90 days ago", maxDays: Infinity },
] as const;

/** Days since the invoice's date in London; -1 if it's in the future, Infinity if there's no date. */
const daysSince = ({ dateIssued }: InvoiceSummary, now: Date) =>
  dayOf(dateIssued) > londonDay(now) ? -1 : -(daysUntil(dateIssued, now) ?? -Infinity);

export const ageBandOf = (invoice: InvoiceSummary, now: Date) =>
  ageBands.find(({ maxDays }) => daysSince(invoice, now) <= maxDays);

/** True for credit notes too. */
export const isOutstanding = ({ outstandingAmount }: InvoiceSummary) =>
  Math.round(outstandingAmount * 100) !== 0;

/** The list's second filter, beside the status: unpaid, overdue, and each age on the statement. */
export const dueScope = (overdueAfterDays: number) => ({
  name: "due",
  label: "Due",
  options: [
    { value: "", label: "All" },
    { value: "unpaid", label: "Unpaid" },
    { value: "overdue", label: "Overdue" },
    ...ageBands.map(({ value, label }) => ({
      value,
      label: `Issued ${label.toLowerCase().replace("dated ", "")}`,
    })),
  ],
  async load(portal: Portal, value: string) {
    const now = new Date();
    const { invoices, isAll, totalCount } = await listOutstanding(portal);
    const matches = (invoice: InvoiceSummary) => {
      const isUnpaid = invoice.outstandingAmount > 0;
      if (value === "unpaid") return isUnpaid;
      if (value === "overdue")
        return isUnpaid && isUndisputed(invoice) && daysSince(invoice, now) > overdueAfterDays;
      return ageBandOf(invoice, now)?.value === value;
    };
    const matching = invoices.filter((invoice) => isOutstanding(invoice) && matches(invoice));
    // At least one, so that the list says it's incomplete.
    const notLoaded = isAll ? 0 : Math.max(1, totalCount - invoices.length);
    return Object.assign(matching, { totalCount: matching.length + notLoaded });
  },
});
