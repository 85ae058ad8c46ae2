import type { ListQuery } from "../../grid/load-list.ts";
import { getInvoice, type InvoiceSummary, listMyInvoices } from "../../portal-api/invoices.ts";
import { isPortalApiError } from "../../portal-api/errors.ts";
import type { Portal } from "../../request/portal.ts";

/** More than this at once is no payment that a person checks; it also bounds what is asked of the API. */
export const MOST_SELECTED = 200;
/** Up to here each invoice is asked for by itself, all at once; above, the list of unpaid ones is read. */
const FEW = 12;
const PAGE_SIZE = 100;
const INVOICE_NUMBER = /^[\w./-]{1,40}$/;

const setOf = ({ account }: Portal) => `invoices to pay ${account.clientId}`;

/** Numbers of the invoices that are ticked, kept in the session as an atomic set (spec 2 §4). */
export async function selectedNumbers(portal: Portal): Promise<readonly string[]> {
  return [...(await portal.session.membersOf(setOf(portal)))].sort();
}

/** Ticks and unticks. Two requests at once are both kept. What cannot be a number of an invoice is left out. */
export async function changeSelection(
  portal: Portal,
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<void> {
  if (change.remove?.length) await portal.session.removeFrom(setOf(portal), change.remove);
  const wanted = (change.add ?? []).filter((number) => INVOICE_NUMBER.test(number));
  if (wanted.length === 0) return;
  const held = await portal.session.membersOf(setOf(portal));
  const fresh = wanted.filter((number) => !held.has(number)).slice(0, Math.max(0, MOST_SELECTED - held.size));
  if (fresh.length > 0) await portal.session.addTo(setOf(portal), fresh);
}

/** Nothing is ticked any more. */
export async function clearSelection(portal: Portal): Promise<void> {
  await changeSelection(portal, { remove: await selectedNumbers(portal) });
}

/** An invoice can be paid: something is outstanding, and no card payment is on its way. */
export function isPayable({ outstandingAmount, isCardPaymentPending }: InvoiceSummary): boolean {
  return outstandingAmount > 0 && !isCardPaymentPending;
}

/** The ticked invoices as the API has them now; ones that are gone or not this account's are left out. */
export async function findSelected(portal: Portal, numbers: readonly string[]): Promise<InvoiceSummary[]> {
  if (numbers.length === 0) return [];
  if (numbers.length > FEW) {
    const wanted = new Set(numbers);
    return (await listUnpaid(portal)).filter(({ invoiceNumber }) => wanted.has(invoiceNumber));
  }
  const found = await Promise.all(numbers.map((number) => findInvoice(portal, number)));
  return found.filter((one) => one !== undefined);
}

async function findInvoice({ api }: Portal, invoiceNumber: string): Promise<InvoiceSummary | undefined> {
  try {
    return await api.call(getInvoice, { query: { invoiceNumber } });
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** One page of the unpaid invoices, as `loadList` asks for it. */
export function askForUnpaid({ api }: Portal) {
  return ({ sortBy, pageSize, pageNumber }: ListQuery) => {
    const query = { SortBy: sortBy, PageSize: pageSize, PageNumber: pageNumber, unpaidOnly: true };
    return api.call(listMyInvoices, { query });
  };
}

/** Every unpaid invoice, oldest first, up to a thousand. */
export async function listUnpaid({ api }: Portal): Promise<InvoiceSummary[]> {
  const all: InvoiceSummary[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const query = { SortBy: "dateIssued ASC", PageSize: PAGE_SIZE, PageNumber: page, unpaidOnly: true };
    const { items, totalCount } = await api.call(listMyInvoices, { query });
    all.push(...items);
    if (items.length === 0 || all.length >= totalCount) break;
  }
  return all;
}

/** The amount to pay in pounds, added in pence so that no fraction creeps in (spec 2 §9: 2 decimals). */
export function totalDue(invoices: readonly Pick<InvoiceSummary, "outstandingAmount">[]): number {
  return invoices.reduce((pence, one) => pence + Math.round(one.outstandingAmount * 100), 0) / 100;
}
