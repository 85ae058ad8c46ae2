import { listFirstCollections } from "#app/areas/invoices/how-paid.server.ts";
import { slotSpan, timeText } from "#app/areas/line-faults/booking/slots.server.ts";
import { listVisits } from "#app/areas/line-faults/booking/visits.server.ts";
import { isAccepted, listAcceptances, quoteFingerprint } from "#app/areas/quotes/acceptances.server.ts";
import { quoteList } from "#app/areas/quotes/quote-list.server.ts";
import { isAcceptable } from "#app/areas/quotes/quote-view.server.ts";
import { notesOf, subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { offers } from "#app/document/offers.ts";
import { collectAllItems } from "#app/grid/list-loader.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { daysUntil } from "#app/ui/format.ts";
import type { Part } from "#server/optional-parts.ts";
import { plainText } from "#shared/html.server.ts";
import { maximum, textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { cutText } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";

/** Something in the account that ends or happens on a known day. */
export interface UpcomingItem {
  /** ISO 8601 */
  readonly date: string;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  /** Unique within its kind. */
  readonly id: string;
  /** The hours, for a visit that has them. */
  readonly span?: { readonly start: Date; readonly end: Date };
  /** The number of the invoice for a subscription's last renewal. */
  readonly renewalInvoice?: string;
}

interface LoadedItems {
  readonly items: readonly UpcomingItem[];
  /** Says what's missing if the API's list was incomplete. */
  readonly note?: string;
}

interface Source {
  readonly label: string;
  /** Part of the calendar events' UIDs, so it must never change. */
  readonly uid: string;
  readonly role?: RoleName;
  readonly part?: Part;
  /** Throws PortalApiError. */
  readonly load: (args: RouteArgs, portal: Portal) => Promise<LoadedItems>;
}

const sources = {
  subscriptions: {
    label: "Subscriptions",
    uid: "subscription",
    role: "Contracts",
    async load({ context }, portal) {
      const list = new URL(paths.subscriptions(), context.config.publicUrl).href;
      const { items, note } = await collectAllItems(subscriptionList, portal, list, maximum.pagesOfAList);
      const toItem = (licence: (typeof items)[number]): UpcomingItem => ({
        id: licence.licenseId,
        date: licence.expiryDate,
        title: `${cutText(licence.vendor.trim(), textLength.title)} subscription expires`.trim(),
        detail: cutText(notesOf(licence), textLength.row),
        to: paths.subscription(licence.licenseId),
        renewalInvoice: licence.renewalInvNo.trim(),
      });
      return { items: await mapYielding(items, toItem), note };
    },
  },
  quotes: {
    label: "Quotes",
    uid: "quote",
    role: "Quotes",
    async load(args, portal) {
      const now = args.context.services.now();
      const list = new URL(paths.quotes(), args.context.config.publicUrl).href;
      const [{ items, note }, accepted] = await Promise.all([
        collectAllItems(quoteList, portal, list, maximum.pagesOfAList),
        listAcceptances(args, portal),
      ]);
      const open = items.filter(
        (quote) =>
          isAcceptable(quote, now) && !isAccepted(accepted.get(quote.quoteId), quoteFingerprint(quote)),
      );
      const toItem = ({ quoteId, validThrough, details }: (typeof items)[number]): UpcomingItem => ({
        id: quoteId,
        date: validThrough,
        title: `Quote ${quoteId} expires`,
        detail: plainText(details, textLength.row),
        to: paths.quote(quoteId),
      });
      return { items: await mapYielding(open, toItem), note };
    },
  },
  visits: {
    label: "Engineer visits",
    uid: "engineer-appointment",
    async load(args, portal) {
      const maySeeTickets = hasRole(portal.user, portal.account.clientId, "Support");
      const items = (await listVisits(args, portal)).map(({ ticketId, cli, slot }) => ({
        id: ticketId,
        date: slot.day,
        title: `Engineer visit for line ${cli}`,
        detail: timeText(slot),
        to: maySeeTickets ? paths.ticket(ticketId) : paths.lineFaults(),
        ...(slot.hours && { span: slotSpan(slot) }),
      }));
      return { items };
    },
  },
  "direct-debits": {
    label: "Direct Debits",
    uid: "direct-debit",
    role: "Orders",
    part: "directDebits",
    async load(args, portal) {
      const items = (await listFirstCollections(args, portal)).map(({ number, day }) => ({
        id: number,
        date: day,
        title: `First day the new Direct Debit can collect for ${number}`,
        detail: "",
        to: paths.directDebits(),
      }));
      return { items };
    },
  },
} satisfies Record<string, Source>;

export type UpcomingKind = keyof typeof sources;

/** The kinds that this person may see, in the order of their tabs. */
export function permittedKinds({ context }: RouteArgs, { user, account }: Portal) {
  const all = Object.entries(sources) as [UpcomingKind, Source][];
  return all.filter(
    ([, { role, part }]) =>
      (role === undefined || hasRole(user, account.clientId, role)) &&
      (part === undefined || offers(context.config, part)),
  );
}

/** This kind's items from today (in London) onwards, soonest first. Throws PortalApiError. */
export async function loadUpcoming(args: RouteArgs, portal: Portal, kind: UpcomingKind) {
  const { items, note }: LoadedItems = await sources[kind].load(args, portal);
  return { items: await fromToday(kind, items, args.context.services.now()), note };
}

/** The items dated today (in London) or later, soonest first. */
export async function fromToday(kind: UpcomingKind, items: readonly UpcomingItem[], now: Date) {
  const dated = await mapYielding(items, (item) => ({
    ...item,
    kind,
    // -1 leaves out a date that's missing, unreadable or means never.
    days: daysUntil(item.date, now) ?? -1,
    day: londonDay(parseMoment(item.date) ?? now),
    uid: [sources[kind].uid, item.id] as const,
  }));
  return dated.filter(({ days }) => days >= 0).sort((a, b) => a.days - b.days);
}

export type DatedItem = Awaited<ReturnType<typeof fromToday>>[number];
