import {
  lastMandateSetUpAt,
  listDirectDebitAccounts,
  toMandates,
} from "#app/areas/invoices/how-paid.server.ts";
import { visitViews } from "#app/areas/line-faults/booking/visits.server.ts";
import { findUnfinished } from "#app/areas/payments/intent.server.ts";
import { isAccepted, listAcceptances, quoteFingerprint } from "#app/areas/quotes/acceptances.server.ts";
import { offers } from "#app/document/offers.ts";
import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { daysUntil, formatDays } from "#app/ui/format.ts";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { listLicences } from "#shared/portal-api/licences.ts";
import { listQuotes, quoteStatus } from "#shared/portal-api/quotes.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { cutText } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";
import { parseMoment } from "#shared/time/moment.ts";
import type { Entry } from "./entry-panel.tsx";

/** How long we cache data that seldom changes, so that the dashboard makes fewer calls. */
const CACHE_MS = 10 * 60_000;
const SOON_DAYS = { quote: 14, subscription: 30 } as const;
const MAX_ENTRIES = 5;
const MAX_QUOTES = 100;
/** About two months: the cache leaves out anything further away. Longer than any of SOON_DAYS. */
const MAX_DISTANCE_MS = 62 * 24 * 60 * 60 * 1000;
const MAX_CACHED = 50;

interface Ending {
  readonly title: string;
  readonly to: string;
  /** ISO 8601 */
  readonly date: string;
  /** For a quote: its fingerprint, to tell whether this is what was accepted. */
  readonly terms?: string;
}

interface CachedData {
  readonly quotes: Tolerated<readonly Ending[]>;
  readonly subscriptions: Tolerated<readonly Ending[]>;
  readonly debitAccounts: Tolerated<readonly string[]>;
}

export type AttentionPanel = Awaited<ReturnType<typeof loadAttention>>["attention"];

/** A payment to continue, engineers' visits, and quotes and subscriptions that end soon. Also returns the account's direct debits. */
export async function loadAttention(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const [cached, unfinished, visits, accepted] = await Promise.all([
    loadCachedData(args, portal),
    unfinishedPayment(args, portal),
    visitViews(args, portal),
    listAcceptances(args, portal),
  ]);
  const mandates = await toMandates(args, portal, cached.debitAccounts);
  const byPage = new Map([...accepted].map(([id, acceptance]) => [paths.quote(id), acceptance]));
  const endings = [
    // A cached quote may have been accepted since.
    ...upcomingEndings(cached.quotes, SOON_DAYS.quote, now).filter(
      ({ entry, terms = "" }) => !isAccepted(byPage.get(entry.to), terms),
    ),
    ...upcomingEndings(cached.subscriptions, SOON_DAYS.subscription, now),
  ];
  const shownVisits = visits.slice(0, MAX_ENTRIES - unfinished.length);
  const sorted = [...unfinished, ...endings].sort((a, b) => a.days - b.days).map(({ entry }) => entry);
  const entries = sorted.slice(0, MAX_ENTRIES - shownVisits.length);
  return {
    mandates,
    attention: {
      visits: shownVisits,
      entries,
      moreCount: visits.length + sorted.length - shownVisits.length - entries.length,
      failures: [cached.quotes, cached.subscriptions].filter((part) => !part.ok),
    },
  };
}

interface DueEntry {
  readonly days: number;
  readonly entry: Entry;
  readonly terms?: string;
}

/** Negative for a past or unreadable date. */
const daysLeft = (date: string, now: Date) => daysUntil(date, now) ?? -1;

async function unfinishedPayment({ context }: RouteArgs, portal: Portal): Promise<DueEntry[]> {
  const mayPay = hasRole(portal.user, portal.account.clientId, "Orders");
  const unfinished = mayPay ? await findUnfinished(context, portal) : undefined;
  const entry = {
    title: "Check or continue your payment",
    to: paths.paymentSummary(),
    detail: unfinished?.total ?? "",
  };
  return unfinished ? [{ days: -1, entry }] : [];
}

function upcomingEndings(part: Tolerated<readonly Ending[]>, withinDays: number, now: Date): DueEntry[] {
  return (part.ok ? part.value : []).flatMap(({ title, to, date, terms }) => {
    const days = daysLeft(date, now);
    const detail = formatDays(days) ?? "";
    return days < 0 || days > withinDays ? [] : [{ days, entry: { title, detail, to }, terms }];
  });
}

/** Cached for this person, account and set of roles until a direct debit is set up. Not cached if any part failed. */
async function loadCachedData(args: RouteArgs, portal: Portal): Promise<CachedData> {
  const { records, now } = args.context.services;
  const { user, account } = portal;
  const mayRead = (role: RoleName) => hasRole(user, account.clientId, role);
  const allowed = {
    quotes: mayRead("Quotes"),
    subscriptions: mayRead("Contracts"),
    debitAccounts: mayRead("Orders") && offers(args.context.config, "directDebits"),
  };
  const lastSetUpAt = allowed.debitAccounts ? await lastMandateSetUpAt(args, portal) : 0;
  const name = `seldom read ${JSON.stringify([user.issuer, user.id, account.clientId, allowed, lastSetUpAt])}`;
  const cacheEntry = (await records.find(name)) as
    { readonly at: number; readonly read: CachedData } | undefined;
  if (cacheEntry && now().getTime() - cacheEntry.at < CACHE_MS) return cacheEntry.read;
  const noItems = { ok: true, value: [] } as const;
  const [quotes, subscriptions, debitAccounts] = await Promise.all([
    allowed.quotes ? tolerate(quoteEndings(portal, now()), args) : noItems,
    allowed.subscriptions ? tolerate(subscriptionEndings(portal, now()), args) : noItems,
    allowed.debitAccounts ? tolerate(listDirectDebitAccounts(portal), args) : noItems,
  ]);
  const data = { quotes, subscriptions, debitAccounts };
  if (Object.values(data).every(({ ok }) => ok))
    await records.change(name, () => ({ at: now().getTime(), read: data }));
  return data;
}

async function quoteEndings({ api }: Portal, now: Date): Promise<Ending[]> {
  const includedStatusCodes = [quoteStatus.pending];
  const query = { sortBy: "quoteId DESC", pageSize: MAX_QUOTES, pageNumber: 1, includedStatusCodes };
  const { items } = await api.call(listQuotes, { query }, optionalCallOptions);
  const pending = items.filter(({ status }) => status === quoteStatus.pending);
  return nearbyEndings(now, pending, (quote) => ({
    title: `Quote ${quote.quoteId} expires`,
    to: paths.quote(quote.quoteId),
    date: quote.validThrough,
    terms: quoteFingerprint(quote),
  }));
}

async function subscriptionEndings({ api }: Portal, now: Date): Promise<Ending[]> {
  const licences = await api.call(listLicences, {}, optionalCallOptions);
  return nearbyEndings(now, licences, ({ licenseId, vendor, expiryDate }) => ({
    title: `${cutText(vendor.trim(), textLength.title) || "A subscription"} expires`,
    to: paths.subscription(licenseId),
    date: expiryDate,
  }));
}

/** The nearest endings, to keep the cache small. Days left are counted when they're shown. */
function nearbyEndings<Item>(now: Date, items: readonly Item[], toEnding: (item: Item) => Ending): Ending[] {
  const distance = ({ date }: Ending) => (parseMoment(date)?.getTime() ?? Infinity) - now.getTime();
  return items
    .map(toEnding)
    .filter((ending) => Math.abs(distance(ending)) < MAX_DISTANCE_MS)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_CACHED);
}
