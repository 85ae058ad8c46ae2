import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { getInvoice } from "#shared/portal-api/invoices.ts";
import { hasRole } from "#shared/roles.ts";

/** How many invoices we load for one page, one call each. */
const MAX_INVOICES = 24;

interface LastRenewal {
  readonly invoice: string;
  /** The invoice's page and total; undefined if it couldn't be loaded. */
  readonly to?: string;
  readonly total?: string;
}

/** What the last renewals cost, by invoice number; none without the Orders role. */
export async function lastRenewals(
  args: RouteArgs,
  { api, user, account }: Portal,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LastRenewal>> {
  if (!hasRole(user, account.clientId, "Orders")) return new Map();
  const all = [...new Set(numbers)].filter(Boolean);
  const read = await mapConcurrently(all.slice(0, MAX_INVOICES), async (invoiceNumber) => {
    const call = api.call(getInvoice, { query: { invoiceNumber } }, optionalCallOptions);
    const invoice = await tolerate(call, args);
    return invoice.ok && { to: paths.invoice(invoiceNumber), total: formatMoney(invoice.value.total) };
  });
  return new Map(all.map((invoice, index) => [invoice, { invoice, ...(read[index] || {}) }]));
}

/** What the page says about renewing a subscription, and the link for asking what it will cost. */
export async function renewalView(args: RouteArgs, portal: Portal, id: string, last?: LastRenewal) {
  return { ask: await enquiryLink(args, portal, "renewal", id), last };
}

export type RenewalView = Awaited<ReturnType<typeof renewalView>>;
