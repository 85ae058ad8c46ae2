import { z } from "zod";
import { CARD_LIMIT } from "#app/areas/payments/card-limit.ts";
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

/** By account number, when its direct debit was set up here in the last four weeks, in milliseconds. The map is undefined if the API's list failed. */
export type Mandates = ReadonlyMap<string, number | undefined> | undefined;

export interface HowPaid {
  readonly byCard: "possible" | "nothing due" | "being paid" | "above the limit";
  /** The day from which a direct debit collects it; undefined if none does. */
  readonly collectedFrom: string | undefined;
  /** Undefined if nothing is due. 'Select all due' selects only the group 'due'. */
  readonly group: UnpaidGroup | undefined;
}

/** Unpaid invoices, grouped by how they are paid. */
export const unpaidGroups = ["due", "collected", "held", "above the limit", "being paid"] as const;
export type UnpaidGroup = (typeof unpaidGroups)[number];

/** Decides how an invoice is paid, for its page, the lists, the review and the setup of a direct debit. */
export function howPaid(invoice: PaymentFacts, mandates: Mandates, now: Date): HowPaid {
  const byCard = cardPaymentState(invoice);
  const collectedFrom = collectionDay(invoice, mandates, now);
  return { byCard, collectedFrom, group: group() };

  function group(): UnpaidGroup | undefined {
    if (byCard === "nothing due") return undefined;
    if (collectedFrom) return "collected";
    if (byCard === "being paid") return byCard;
    // A status that the portal does not know may be a dispute.
    if (invoice.status !== invoiceStatus.live && invoice.status !== invoiceStatus.completed) return "held";
    return byCard === "above the limit" ? byCard : "due";
  }
}

function cardPaymentState(invoice: PaymentFacts): HowPaid["byCard"] {
  if (invoice.isCardPaymentPending) return "being paid";
  if (!isPayable(invoice)) return "nothing due";
  return Math.round(invoice.outstandingAmount * 100) > CARD_LIMIT * 100 ? "above the limit" : "possible";
}

/**
 * Working days after the first day of collection on which it may still be on its way: three for the banks to carry it
 * out, two in which the payer's bank may return it.
 */
const BANK_DAYS = 5;
/** Notice and banks never take longer than this together, even with holidays. */
const LONGEST_COLLECTION_MS = 28 * 24 * 60 * 60 * 1000;

function collectionDay(invoice: PaymentFacts, mandates: Mandates, now: Date): string | undefined {
  const number = invoice.accountNumber.trim();
  if (invoice.status !== invoiceStatus.live || !isPayable(invoice) || !mandates?.has(number))
    return undefined;
  // Most invoices are old, and London's days are slow to compute.
  if (now.getTime() - Date.parse(invoice.dateIssued) > LONGEST_COLLECTION_MS) return undefined;
  const { firstDay, lastDay } = collectionOf(invoice.dateIssued);
  const setUpAt = mandates.get(number);
  const isTooEarly = setUpAt !== undefined && firstDay < noticeDay(setUpAt);
  return lastDay < dayOf(now.getTime()) || isTooEarly ? undefined : formatDate(firstDay);
}

/** The London days, e.g. '2026-11-30', of a moment and of the end of the notice period that begins then. */
const dayOf = memoise((at: number) => londonDay(new Date(at)));
const noticeDay = memoise((at: number) => londonDay(workingDayAfter(new Date(at), NOTICE_DAYS)));
/** The days between which an invoice of this date is collected; empty if the date can't be read. */
const collectionOf = memoise((iso: string) => {
  const issued = parseMoment(iso);
  if (!issued) return { firstDay: "", lastDay: "" };
  const lastDay = londonDay(workingDayAfter(issued, NOTICE_DAYS + BANK_DAYS));
  return { firstDay: noticeDay(issued.getTime()), lastDay };
});

type WithCollectionDay<RowData> = Omit<RowData, "facts"> & { readonly collectedFrom?: string };
export type RowWithCollectionDay<Row> =
  Row extends ListRow<infer Key, infer RowData> ? ListRow<Key, WithCollectionDay<RowData>> : never;

/** Adds to a row from which day a direct debit collects its invoice. */
export function addCollectionDay<Key extends string, RowData extends { readonly facts: PaymentFacts }>(
  { rowData: { facts, ...more }, ...row }: ListRow<Key, RowData>,
  mandates: Mandates,
  now: Date,
): ListRow<Key, WithCollectionDay<RowData>> {
  return { ...row, rowData: { ...more, collectedFrom: howPaid(facts, mandates, now).collectedFrom } };
}

/** The account number, and when its direct debit was set up, in milliseconds since the epoch. */
const mandateShape = z.tuple([z.string(), z.number()]);
const mandateNotes = accountNotes(
  "new direct debits",
  LONGEST_COLLECTION_MS,
  500,
  mandateShape,
  (note) => note,
);

/** Notes that a direct debit was set up now, because the API does not say when one was. */
export async function noteMandate(args: RouteArgs, portal: Portal, accountNumber: string): Promise<void> {
  const at = args.context.services.now().getTime();
  await mandateNotes.add(args, portal, [accountNumber.trim(), at]);
}

/** When a direct debit was last set up here for the account, in milliseconds; 0 for never. */
export async function lastMandateSetUpAt(args: RouteArgs, portal: Portal): Promise<number> {
  const [latest] = await mandateNotes.list(args, portal);
  return latest?.[1] ?? 0;
}

/** The London day, e.g. '2026-12-03', from which each direct debit that was set up here lately can collect. */
export async function listFirstCollections(args: RouteArgs, portal: Portal) {
  return (await mandateNotes.list(args, portal)).map(([number, at]) => ({ number, day: noticeDay(at) }));
}

/** The account's direct debits; undefined if they can't be loaded, which is logged. */
export async function loadMandates(args: RouteArgs, portal: Portal): Promise<Mandates> {
  if (!offers(args.context.config, "directDebits")) return new Map();
  return toMandates(args, portal, await tolerate(listDirectDebitAccounts(portal), args));
}

/** The numbers of the accounts that have a direct debit. Throws PortalApiError. */
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
  const latestSetUps = new Map(await mandateNotes.list(args, portal));
  return new Map(accounts.value.map((number) => [number, latestSetUps.get(number)]));
}
