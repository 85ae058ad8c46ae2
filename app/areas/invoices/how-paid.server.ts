import { z } from "zod";
import { CARD_LIMIT } from "#app/areas/payments/payment-texts.ts";
import { offers } from "#app/document/offers.ts";
import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import type { ListRow } from "#app/grid/define-list.server.ts";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import { memoise } from "#shared/memoise.ts";
import { listDirectDebits } from "#shared/portal-api/direct-debits.ts";
import { invoiceStatus, isPayable, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { trimmedText } from "#shared/portal-api/shapes.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";
import { NOTICE_DAYS, workingDayAfter } from "#shared/time/working-days.server.ts";

export type PaymentFacts = Pick<
  InvoiceSummary,
  "accountNumber" | "dateIssued" | "status" | "outstandingAmount" | "isCardPaymentPending"
>;

/** When each account number's direct debit was set up here, in milliseconds; the number is undefined if that's over four weeks ago, the map if the API's list failed. */
export type Mandates = ReadonlyMap<string, number | undefined> | undefined;

/** Unpaid invoices are grouped by how they'll be paid. These are the groups' labels. */
export const unpaidGroups = {
  due: "Due now",
  collected: "Collected by Direct Debit",
  held: "Disputed or on hold",
  "above the limit": "Over the card limit",
  "being paid": "Payment processing",
} as const;
export type UnpaidGroup = keyof typeof unpaidGroups;

/** Decides how an invoice will be paid, for every page that says so. It's in no group if nothing is due. 'Select all due' selects only the group 'due'. */
export function howPaid(invoice: PaymentFacts, mandates: Mandates, now: Date) {
  const byCard = cardPaymentState(invoice);
  const collectedWhen = collectionTime(invoice, mandates, now);
  return { byCard, collectedWhen, group: group() } as const;

  function group(): UnpaidGroup | undefined {
    if (byCard === "nothing due") return undefined;
    if (collectedWhen) return "collected";
    if (byCard === "being paid") return byCard;
    if (!isUndisputed(invoice)) return "held";
    return byCard === "above the limit" ? byCard : "due";
  }
}

/** Neither disputed nor on hold, which an unknown status could be. */
export const isUndisputed = ({ status }: PaymentFacts) =>
  status === invoiceStatus.live || status === invoiceStatus.completed;

function cardPaymentState(invoice: PaymentFacts) {
  if (invoice.isCardPaymentPending) return "being paid";
  if (!isPayable(invoice)) return "nothing due";
  return Math.round(invoice.outstandingAmount * 100) > CARD_LIMIT * 100 ? "above the limit" : "possible";
}

/**
 * How many working days a collection can take: three for the banks to carry it out, two in which the payer's bank may
 * return it.
 */
const BANK_DAYS = 5;
/** The notice and the banks together never take longer than this, even with holidays. */
const LONGEST_COLLECTION_MS = 28 * 24 * 60 * 60 * 1000;

/** When a direct debit collects it, if one does: 'on or after 24/11/2026', then 'any day now'. */
function collectionTime(invoice: PaymentFacts, mandates: Mandates, now: Date): string | undefined {
  const number = invoice.accountNumber.trim();
  if (invoice.status !== invoiceStatus.live || !isPayable(invoice) || !mandates?.has(number))
    return undefined;
  // Most invoices are old, and working out London days is slow.
  if (now.getTime() - Date.parse(invoice.dateIssued) > LONGEST_COLLECTION_MS) return undefined;
  const { firstDay, lastDay } = collectionOf(invoice.dateIssued);
  const setUpAt = mandates.get(number);
  const isTooEarly = setUpAt !== undefined && firstDay < noticeDay(setUpAt);
  const today = dayOf(now.getTime());
  if (lastDay < today || isTooEarly) return undefined;
  // A day that has passed would read as if the collection had failed.
  return firstDay < today ? "any day now" : `on or after ${formatDate(firstDay)}`;
}

/** Converts a time to its London day, e.g. '2026-11-30', or to the day on which a notice period that starts then ends. */
const dayOf = memoise((at: number) => londonDay(new Date(at)));
const noticeDay = memoise((at: number) => londonDay(workingDayAfter(new Date(at), NOTICE_DAYS)));
/** The first and last day on which an invoice with this date can be collected; '' if the date is unreadable. */
const collectionOf = memoise((iso: string) => {
  const issued = parseMoment(iso);
  if (!issued) return { firstDay: "", lastDay: "" };
  const lastDay = londonDay(workingDayAfter(issued, NOTICE_DAYS + BANK_DAYS));
  return { firstDay: noticeDay(issued.getTime()), lastDay };
});

/** Adds when a direct debit collects the row's invoice. Replaces the `paymentFacts`, so they aren't sent to the browser. */
export function addCollectionTime<Key extends string, RowData extends Record<"paymentFacts", PaymentFacts>>(
  { rowData: { paymentFacts, ...more }, ...row }: ListRow<Key, RowData>,
  mandates: Mandates,
  now: Date,
) {
  return { ...row, rowData: { ...more, collectedWhen: howPaid(paymentFacts, mandates, now).collectedWhen } };
}

/** The account numbers, and when their direct debits were set up, in milliseconds since the epoch. */
const recordedMandates = accountNotes(
  "new direct debits",
  LONGEST_COLLECTION_MS,
  500,
  z.tuple([z.string(), z.number()]),
  (note) => note,
);

/** Records that a direct debit was set up now, because the API can't tell us later. */
export async function recordMandate(args: RouteArgs, portal: Portal, accountNumber: string): Promise<void> {
  const at = args.context.services.now().getTime();
  await recordedMandates.add(args, portal, [accountNumber.trim(), at]);
}

/** When the account last set up a direct debit here, in milliseconds; 0 for never. */
export async function lastMandateSetUpAt(args: RouteArgs, portal: Portal): Promise<number> {
  const [latest] = await recordedMandates.list(args, portal);
  return latest?.[1] ?? 0;
}

/** The London day, e.g. '2026-12-03', from which each direct debit that was set up here recently can collect. */
export async function listFirstCollections(args: RouteArgs, portal: Portal) {
  return (await recordedMandates.list(args, portal)).map(([number, at]) => ({ number, day: noticeDay(at) }));
}

/** The account's direct debits; undefined if they can't be loaded, which we log. */
export async function loadMandates(args: RouteArgs, portal: Portal): Promise<Mandates> {
  if (!offers(args.context.config, "directDebits")) return new Map();
  return toMandates(args, portal, await tolerate(listDirectDebitAccounts(portal), args));
}

/** The account numbers with a direct debit. Throws PortalApiError. */
export async function listDirectDebitAccounts({ api }: Portal): Promise<readonly string[]> {
  const debits = await api.call(listDirectDebits, {}, optionalCallOptions);
  return debits.map(({ sageAccountNumber }) => trimmedText(sageAccountNumber));
}

export async function toMandates(
  args: RouteArgs,
  portal: Portal,
  accounts: Tolerated<readonly string[]>,
): Promise<Mandates> {
  if (!accounts.ok) return undefined;
  // Most have none, and reading the notes takes time.
  const latestSetUps = new Map(accounts.value.length > 0 ? await recordedMandates.list(args, portal) : []);
  return new Map(accounts.value.map((number) => [number, latestSetUps.get(number)]));
}
