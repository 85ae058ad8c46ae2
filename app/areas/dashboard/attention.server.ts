import {
  loadUpcoming,
  permittedKinds,
  stillUpcoming,
  type UpcomingKind,
} from "#app/areas/coming-up/coming-up.server.ts";
import {
  lastMandateSetUpAt,
  listDirectDebitAccounts,
  toMandates,
} from "#app/areas/invoices/how-paid.server.ts";
import { visitViews } from "#app/areas/line-faults/booking/visits.server.ts";
import { findUnfinished } from "#app/areas/payments/intent.server.ts";
import { tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDays } from "#app/ui/format.ts";
import type { LinkListItem } from "#app/ui/link-list.tsx";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";

/** A row of a panel; `detail` is shown under the title: '05/11/2024 · 4 min read'. */
export type Entry = Pick<LinkListItem, "id" | "title" | "to" | "unread"> & { readonly detail: string };

/** How long we cache data that seldom changes, so that the dashboard makes fewer calls. */
const CACHE_MS = 10 * 60_000;
/** How many days before its end a thing of each kind is shown. */
const SOON_DAYS = { quotes: 14, subscriptions: 30 } as const;
const soonKinds = Object.keys(SOON_DAYS) as (keyof typeof SOON_DAYS)[];
const MAX_ENTRIES = 5;
const MAX_CACHED = 50;

/** A payment to continue, engineers' visits, and quotes and subscriptions that end soon; also the account's direct debits. */
export async function loadAttention(args: RouteArgs, portal: Portal) {
  const [cached, unfinished, visits] = await Promise.all([
    loadCachedData(args, portal),
    unfinishedPayment(args, portal),
    visitViews(args, portal),
  ]);
  const endings = await Promise.all(
    soonKinds.map(async (kind) => {
      const part = cached[kind];
      const items = part.ok ? await stillUpcoming(args, portal, kind, part.value) : [];
      return items.filter(({ days }) => days <= SOON_DAYS[kind]);
    }),
  );
  const soonest = endings.flat().sort((a, b) => a.at - b.at);
  const shownVisits = visits.slice(0, MAX_ENTRIES - unfinished.length);
  const all: Entry[] = [
    ...unfinished,
    ...soonest.map(({ title, to, days }) => ({ title, to, detail: formatDays(days) ?? "" })),
  ];
  const entries = all.slice(0, MAX_ENTRIES - shownVisits.length);
  return {
    mandates: await toMandates(args, portal, cached.debitAccounts),
    attention: {
      visits: shownVisits,
      entries,
      moreCount: visits.length + all.length - shownVisits.length - entries.length,
      failures: soonKinds.map((kind) => cached[kind]).filter((part) => !part.ok),
    },
  };
}

async function unfinishedPayment({ context }: RouteArgs, portal: Portal): Promise<Entry[]> {
  const mayPay = hasRole(portal.user, portal.account.clientId, "Orders");
  const unfinished = mayPay ? await findUnfinished(context, portal) : undefined;
  const title = "Check or continue your payment";
  return unfinished ? [{ title, to: paths.paymentSummary(), detail: unfinished.total }] : [];
}

/**
 * Loads data that seldom changes, and caches it for CACHE_MS for this person, account and set of kinds. A new direct debit
 * makes it load again. Nothing is cached if a part fails.
 */
async function loadCachedData(args: RouteArgs, portal: Portal) {
  const { records, now } = args.context.services;
  const { user, account } = portal;
  const kinds = permittedKinds(args, portal);
  const hasDebits = kinds.includes("direct-debits");
  const lastSetUpAt = hasDebits ? await lastMandateSetUpAt(args, portal) : 0;
  const name = `attention ${JSON.stringify([user.issuer, user.id, account.clientId, kinds, lastSetUpAt])}`;
  const load = async () => {
    const endingsOf = async (kind: keyof typeof SOON_DAYS) => {
      const { items } = await loadUpcoming(args, portal, kind, 1);
      // A day more than is shown, since the days are counted again when it's shown.
      return items.filter(({ days }) => days <= SOON_DAYS[kind] + 1).slice(0, MAX_CACHED);
    };
    const none = { ok: true, value: [] } as const;
    const partOf = <T>(kind: UpcomingKind, read: () => Promise<readonly T[]>) =>
      kinds.includes(kind) ? tolerate(read(), args) : none;
    const [quotes, subscriptions, debitAccounts] = await Promise.all([
      partOf("quotes", () => endingsOf("quotes")),
      partOf("subscriptions", () => endingsOf("subscriptions")),
      partOf("direct-debits", () => listDirectDebitAccounts(portal)),
    ]);
    return { quotes, subscriptions, debitAccounts };
  };
  type Cached = { readonly at: number; readonly data: Awaited<ReturnType<typeof load>> };
  const entry = (await records.find(name)) as Cached | undefined;
  if (entry && now().getTime() - entry.at < CACHE_MS) return entry.data;
  const data = await load();
  const parts: readonly Tolerated<unknown>[] = Object.values(data);
  if (parts.every(({ ok }) => ok)) await records.change(name, () => ({ at: now().getTime(), data }));
  return data;
}
