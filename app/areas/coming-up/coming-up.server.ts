import { listFirstCollections } from "#app/areas/invoices/how-paid.server.ts";
import { slotSpan, timeText } from "#app/areas/line-faults/booking/slots.server.ts";
import { listVisits } from "#app/areas/line-faults/booking/visits.server.ts";
import { isAccepted, listAcceptances, quoteFingerprint } from "#app/areas/quotes/acceptances.server.ts";
import { quoteList } from "#app/areas/quotes/quote-list.server.ts";
import { isAcceptable } from "#app/areas/quotes/quote-view.server.ts";
import { notesOf, subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { offers } from "#app/document/offers.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import type { CalendarEvent } from "#app/files/calendar.server.ts";
import type { List } from "#app/grid/define-list.server.ts";
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
  readonly id: string;
  /** The hours, for a visit that has them. */
  readonly hours?: { readonly start: Date; readonly end: Date };
  /** The number of the invoice for a subscription's last renewal. */
  readonly renewalInvoice?: string;
  /** A quote's price and end, to tell whether they've been accepted. */
  readonly terms?: string;
}

interface Source {
  readonly label: string;
  /** Part of the calendar events' UIDs, so it must never change. */
  readonly uid: string;
  readonly role?: RoleName;
  readonly part?: Part;
  /** Reads so many pages of a list at most. The note says what's missing if it was incomplete. Throws PortalApiError. */
  readonly load: (
    args: RouteArgs,
    portal: Portal,
    maxPages: number,
  ) => Promise<{ readonly items: readonly UpcomingItem[]; readonly note?: string }>;
}

const loadList = <Item>(list: List<Item>, portal: Portal, maxPages: number) =>
  collectAllItems(list, portal, "", maxPages, optionalCallOptions);

const sources = {
  subscriptions: {
    label: "Subscriptions",
    uid: "subscription",
    role: "Contracts",
    async load(_args, portal, maxPages) {
      const { items, note } = await loadList(subscriptionList, portal, maxPages);
      const upcoming = await mapYielding(items, (licence) => ({
        id: licence.licenseId,
        date: licence.expiryDate,
        title: `${cutText(licence.vendor.trim(), textLength.title) || "A"} subscription expires`,
        detail: cutText(notesOf(licence), textLength.row),
        to: paths.subscription(licence.licenseId),
        renewalInvoice: licence.renewalInvNo.trim(),
      }));
      return { items: upcoming, note };
    },
  },
  quotes: {
    label: "Quotes",
    uid: "quote",
    role: "Quotes",
    async load({ context }, portal, maxPages) {
      const { items, note } = await loadList(quoteList, portal, maxPages);
      const open = items.filter((quote) => isAcceptable(quote, context.services.now()));
      const upcoming = await mapYielding(open, (quote) => ({
        id: quote.quoteId,
        date: quote.validThrough,
        title: `Quote ${quote.quoteId} expires`,
        detail: plainText(quote.details, textLength.row),
        to: paths.quote(quote.quoteId),
        terms: quoteFingerprint(quote),
      }));
      return { items: upcoming, note };
    },
  },
  visits: {
    label: "Engineer visits",
    uid: "engineer-appointment",
    async load(args, portal) {
      const items = (await listVisits(args, portal)).map(({ ticketId, cli, slot, to }) => ({
        id: ticketId,
        date: slot.day,
        title: `Engineer visit for line ${cli}`,
        detail: timeText(slot),
        to,
        ...(slot.hours && { hours: slotSpan(slot) }),
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
        title: `The new Direct Debit for ${number} can start collecting`,
        detail: "",
        to: paths.directDebits(),
      }));
      return { items };
    },
  },
} satisfies Record<string, Source>;

export type UpcomingKind = keyof typeof sources;
export const labelOf = (kind: UpcomingKind) => sources[kind].label;

/** The kinds that this person may see, in the order of their tabs. */
export function permittedKinds({ context }: RouteArgs, { user, account }: Portal): UpcomingKind[] {
  return (Object.keys(sources) as UpcomingKind[]).filter((kind) => {
    const { role, part }: Source = sources[kind];
    return (!role || hasRole(user, account.clientId, role)) && (!part || offers(context.config, part));
  });
}

/** This kind's items from today (in London) onwards, soonest first. Throws PortalApiError. */
export async function loadUpcoming(
  args: RouteArgs,
  portal: Portal,
  kind: UpcomingKind,
  maxPages: number = maximum.pagesOfAList,
) {
  const source: Source = sources[kind];
  const { items, note } = await source.load(args, portal, maxPages);
  return { items: await stillUpcoming(args, portal, kind, items), note };
}

/** The items dated today or later that no one has accepted since they were loaded. */
export async function stillUpcoming(
  args: RouteArgs,
  portal: Portal,
  kind: UpcomingKind,
  items: readonly UpcomingItem[],
) {
  const accepted = kind === "quotes" ? await listAcceptances(args, portal) : undefined;
  const open = items.filter(({ id, terms = "" }) => !isAccepted(accepted?.get(id), terms));
  return fromToday(kind, open, args.context.services.now());
}

/** The items dated today (in London) or later, soonest first. */
export async function fromToday(kind: UpcomingKind, items: readonly UpcomingItem[], now: Date) {
  const dated = await mapYielding(items, (item) => {
    const moment = parseMoment(item.date) ?? now;
    // -1 leaves out a date that's missing, unreadable or means never.
    const days = daysUntil(item.date, now) ?? -1;
    return { ...item, kind, at: moment.getTime(), days, day: londonDay(moment) };
  });
  return dated.filter(({ days }) => days >= 0).sort((a, b) => a.at - b.at);
}

export type DatedItem = Awaited<ReturnType<typeof fromToday>>[number];

export const eventOf = ({ kind, id, hours, day, title, detail, to }: DatedItem): CalendarEvent => ({
  kind: sources[kind].uid,
  id,
  when: hours ?? day,
  summary: title,
  description: detail,
  to,
});
