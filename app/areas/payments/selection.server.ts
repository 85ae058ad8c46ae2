import { howPaid, type Mandates } from "#app/areas/invoices/how-paid.server.ts";
import { findInvoice } from "#app/areas/invoices/invoice-files.server.ts";
import {
  invoiceCount,
  listUnpaid,
  notIncludedText,
  summariseUnpaid,
  totalDue,
} from "#app/areas/invoices/unpaid.server.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { textLength } from "#shared/limits.ts";
import { isPayable, uniqueInvoices, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { ABOVE_CARD_LIMIT, CARD_LIMIT, DIRECT_DEBITS_NOT_CHECKED } from "./payment-texts.ts";

/** People won't check a longer list before they pay. This also limits our calls to the API. */
export const MAX_SELECTED = 200;
/** Up to this many invoices are loaded one by one; for more, we load the list of unpaid invoices. */
const MAX_LOADED = 12;
/** Only checks the format; the API decides whether there's such an invoice. */
const canBeNumber = (text: string) => text.trim() !== "" && text.length <= textLength.id;

const selectionOf = ({ session, account }: Portal) => session.textSet(`invoices to pay ${account.clientId}`);

export async function selectedNumbers(portal: Portal): Promise<readonly string[]> {
  return [...(await selectionOf(portal).members())].sort();
}

/** Ticks and unticks invoices, safely even with parallel requests. Returns the numbers beyond the limit. */
export async function changeSelection(
  portal: Portal,
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<readonly string[]> {
  if (change.remove?.length) await selectionOf(portal).remove(change.remove);
  const wanted = [...new Set(change.add)].filter(canBeNumber);
  if (wanted.length === 0) return [];
  const selected = await selectionOf(portal).members();
  const added = wanted.filter((number) => !selected.has(number));
  const capacity = Math.max(0, MAX_SELECTED - selected.size);
  if (added.length > 0 && capacity > 0) await selectionOf(portal).add(added.slice(0, capacity));
  return added.slice(capacity);
}

/** Says which ticks are beyond the limit for one payment; '' if none. */
export function tooManyInvoices(numbers: readonly string[]): string {
  if (numbers.length === 0) return "";
  return `You can pay up to ${MAX_SELECTED} invoices in one go. ${describeInvoices(numbers, "left out")}`;
}

export async function clearSelection(portal: Portal): Promise<void> {
  await changeSelection(portal, { remove: await selectedNumbers(portal) });
}

/** Unticks what can no longer be paid, and returns the reasons as text; '' if nothing was unticked. */
export async function dropUnpayable(
  portal: Portal,
  numbers: readonly string[],
  chosen: readonly InvoiceSummary[],
): Promise<string> {
  const payable = new Set(chosen.filter(isPayable).map(({ invoiceNumber }) => invoiceNumber));
  const dropped = numbers.filter((number) => !payable.has(number));
  if (dropped.length === 0) return "";
  await changeSelection(portal, { remove: dropped });
  const pending = chosen.filter(({ isCardPaymentPending }) => isCardPaymentPending);
  const beingPaid = new Set(pending.map(({ invoiceNumber }) => invoiceNumber));
  const { yes = [], no = [] } = Object.groupBy(dropped, (number) => (beingPaid.has(number) ? "yes" : "no"));
  return [
    describeInvoices(yes, "already being paid"),
    describeInvoices(no, "no longer outstanding"),
    payable.size > 0 ? "Please check what's left before you pay." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const MAX_NAMED = 3;

function describeInvoices(numbers: readonly string[], predicate: string): string {
  if (numbers.length === 0) return "";
  if (numbers.length > MAX_NAMED) return `${numbers.length} of the invoices you selected are ${predicate}.`;
  const list = new Intl.ListFormat("en-GB").format(numbers);
  return numbers.length === 1 ? `Invoice ${list} is ${predicate}.` : `Invoices ${list} are ${predicate}.`;
}

/**
 * Ticks what's due by card and not disputed, oldest first, up to the limit for one payment; the next page says how
 * much. Returns whether anything is ticked. With `isPaying`, that page is the review, which says what's left out.
 */
export async function selectAllDue(portal: Portal, mandates: Mandates, now: Date, isPaying: boolean) {
  const unpaid = await listUnpaid(portal);
  const { invoices, isAll } = unpaid;
  const groupOf = (invoice: InvoiceSummary) => howPaid(invoice, mandates, now).group;
  const due = invoices.filter((invoice) => groupOf(invoice) === "due");
  // Without credit notes and paid invoices, which have no group.
  const rest = invoices.filter((invoice) => (groupOf(invoice) ?? "due") !== "due");
  const fitting: InvoiceSummary[] = [];
  for (const invoice of due)
    if (fitting.length < MAX_SELECTED && totalDue([...fitting, invoice]) <= CARD_LIMIT) fitting.push(invoice);
  await clearSelection(portal);
  await changeSelection(portal, { add: fitting.map(({ invoiceNumber }) => invoiceNumber) });
  // The review only knows what's left out if it could load and check everything.
  const saysReview = isPaying && fitting.length > 0 && isAll && mandates;
  const left = { ...unpaid, isAll: true, invoices: rest };
  const sentences = [
    selectedText(fitting.length, due.length, isAll, rest.length > 0),
    saysReview ? "" : notIncludedText(summariseUnpaid(left, mandates ?? new Map(), now)),
    mandates ? "" : DIRECT_DEBITS_NOT_CHECKED,
  ];
  const isWhole = fitting.length === due.length && rest.length === 0 && isAll;
  const isSuccess = fitting.length > 0 && isWhole && mandates;
  portal.session.flash({ tone: isSuccess ? "success" : "info", text: sentences.filter(Boolean).join(" ") });
  return fitting.length > 0;
}

function selectedText(count: number, due: number, isAll: boolean, hasOthers: boolean): string {
  if (count < due)
    return `You can pay up to ${MAX_SELECTED} invoices, and up to ${formatMoney(CARD_LIMIT)}, in one go. We've selected ${count} of the ${due.toLocaleString("en-GB")} due${isAll ? "" : " that we could load"}, starting with the oldest.`;
  if (!isAll)
    return count === 0
      ? "We couldn't load all your unpaid invoices, and haven't selected any of the ones we did load."
      : `We couldn't load all your unpaid invoices. We've selected ${count} of the ones we did load.`;
  if (count > 0) return `${invoiceCount(count)} selected.`;
  return hasOthers ? "No invoices selected." : "There's nothing to select: no invoices are due.";
}

/** Unticks everything but these invoices; returns a text with how many, or '' if none. */
export async function selectOnly(portal: Portal, wanted: ReadonlySet<string>): Promise<string> {
  const others = (await selectedNumbers(portal)).filter((number) => !wanted.has(number));
  if (others.length === 0) return "";
  await changeSelection(portal, { remove: others });
  return `${others.length} other ${others.length === 1 ? "invoice is" : "invoices are"} no longer selected.`;
}

/** The ticked invoices as the API has them now, without any that are gone or in another account. */
export async function findSelected(portal: Portal, numbers: readonly string[]): Promise<InvoiceSummary[]> {
  if (numbers.length === 0) return [];
  if (numbers.length <= MAX_LOADED) return loadEach(portal, numbers);
  const wanted = new Set(numbers);
  const { invoices } = await listUnpaid(portal);
  const found = invoices.filter(({ invoiceNumber }) => wanted.has(invoiceNumber));
  for (const { invoiceNumber } of found) wanted.delete(invoiceNumber);
  // Some may be missing, because the list can change between two pages.
  return [...found, ...(await loadEach(portal, [...wanted]))];
}

async function loadEach(portal: Portal, numbers: readonly string[]): Promise<InvoiceSummary[]> {
  // Without a time limit, because we'd treat any that are left out as gone.
  const found = await mapConcurrently(numbers, (number) => findInvoice(portal, number), Infinity);
  return uniqueInvoices(found.filter((invoice) => invoice !== undefined));
}

const isAboveLimit = (invoice: InvoiceSummary) => totalDue([invoice]) > CARD_LIMIT;

/** Unticks each invoice that's above the limit on its own; returns a text that names them. */
export async function leaveOutAboveLimit(portal: Portal): Promise<string> {
  const chosen = await findSelected(portal, await selectedNumbers(portal));
  const aboveLimit = chosen.filter(isAboveLimit).map(({ invoiceNumber }) => invoiceNumber);
  await changeSelection(portal, { remove: aboveLimit });
  return describeInvoices(aboveLimit, "left out");
}

/** The amount without invoices above the limit, e.g. '£1,234.50'; undefined if that can't be paid either. */
export function payableBelowLimit(payable: readonly InvoiceSummary[]): string | undefined {
  const rest = payable.filter((invoice) => !isAboveLimit(invoice));
  const isRestPayable = rest.length > 0 && rest.length < payable.length && !whyNotPayable(rest);
  return isRestPayable ? formatMoney(totalDue(rest)) : undefined;
}

/** Why these can't be paid together by card, and what to do; undefined if they can. */
export function whyNotPayable(payable: readonly InvoiceSummary[]): string | undefined {
  if (payable.length === 0) return "Select an invoice to continue";
  if (payable.length > MAX_SELECTED) return `You can pay up to ${MAX_SELECTED} invoices in one go.`;
  const total = totalDue(payable);
  if (total <= CARD_LIMIT) return undefined;
  const aboveLimit = payable.filter(isAboveLimit).slice(0, MAX_NAMED);
  const aboveLimitTexts = aboveLimit.map(
    ({ invoiceNumber, outstandingAmount }) =>
      `Invoice ${invoiceNumber} (${formatMoney(outstandingAmount)}) is over that limit. Please pay it by bank transfer.`,
  );
  const splitText = `Your invoices come to ${formatMoney(total)}. Please pay some of them separately, or by bank transfer.`;
  return [ABOVE_CARD_LIMIT, ...(aboveLimitTexts.length > 0 ? aboveLimitTexts : [splitText])].join(" ");
}
