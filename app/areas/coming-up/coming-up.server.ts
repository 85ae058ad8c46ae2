import { listFirstCollections } from "#app/areas/invoices/how-paid.server.ts";
import { slotSpan, timeText } from "#app/areas/line-faults/booking/slots.server.ts";
import { listVisits } from "#app/areas/line-faults/booking/visits.server.ts";
import { isAcceptanceOf, listAcceptances, quoteFingerprint } from "#app/areas/quotes/acceptances.server.ts";
import { quoteList } from "#app/areas/quotes/quote-list.server.ts";
import { isAcceptable } from "#app/areas/quotes/quote-view.server.ts";
import { notesOf, subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { offers } from "#app/document/offers.ts";
import type { CalendarEvent } from "#app/files/calendar.server.ts";
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

/** Something of the account with a day on which it ends or happens. */
export interface Coming {
  /** ISO 8601 */
  readonly date: string;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  readonly id: string;
  /** Of a visit with known hours. */
  readonly hours?: { readonly start: Date; readonly end: Date };
  /** Of a subscription: what it last cost, as its invoice's number. */
  readonly renewalInvoice?: string;
  /** Of a quote: whether it's still what was accepted. */
  readonly terms?: string;
}

interface Loaded {
  readonly items: readonly Coming[];
  /** What the API didn't give. */
  readonly note?: string;
}

interface Source {
  readonly label: string;
  /** The kind in the UIDs of the calendar's events. */
  readonly uid: string;
  readonly role?: RoleName;
  readonly part?: Part;
  /** Reads so many pages of a list at most. Throws PortalApiError. */
  readonly load: (args: RouteArgs, portal: Portal, maxPages: number) => Promise<Loaded>;
}

const sources = {
  subscriptions: {
    label: "Subscriptions",
    uid: "subscription",
    role: "Contracts",
    async load(_args, portal, maxPages) {
      const { items, note } = await collectAllItems(subscriptionList, portal, "", maxPages);
      const toComing = (licence: (typeof items)[number]): Coming => ({
        id: licence.licenseId,
        date: licence.expiryDate,
        title: `${cutText(licence.vendor.trim(), textLength.title) || "A"} subscription expires`,
        detail: cutText(notesOf(licence), textLength.row),
        to: paths.subscription(licence.licenseId),
        renewalInvoice: licence.renewalInvNo.trim(),
      });
      return { items: await mapYielding(items, toComing), note };
    },
  },
  quotes: {
    label: "Quotes",
    uid: "quote",
    role: "Quotes",
    async load({ context }, portal, maxPages) {
      const { items, note } = await collectAllItems(quoteList, portal, "", maxPages);
      const open = items.filter((quote) => isAcceptable(quote, context.services.now()));
      const toComing = (quote: (typeof items)[number]): Coming => ({
        id: quote.quoteId,
        date: quote.validThrough,
        title: `Quote ${quote.quoteId} expires`,
        detail: plainText(quote.details, textLength.row),
        to: paths.quote(quote.quoteId),
        terms: quoteFingerprint(quote),
      });
      return { items: await mapYielding(open, toComing), note };
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
        title: `First day the new Direct Debit can collect for ${number}`,
        detail: "",
        to: paths.directDebits(),
      }));
      return { items };
    },
  },
} satisfies Record<string, Source>;

export type ComingKind = keyof typeof sources;
export const labelOf = (kind: ComingKind) => sources[kind].label;

/** The kinds that this person may see, in the order of their tabs. */
export function comingKinds({ context }: RouteArgs, { user, account }: Portal): ComingKind[] {
  return (Object.keys(sources) as ComingKind[]).filter((kind) => {
    const { role, part }: Source = sources[kind];
    return (!role || hasRole(user, account.clientId, role)) && (!part || offers(context.config, part));
  });
}

/** What the kind has that is still to come. Throws PortalApiError. */
export async function loadComing(
  args: RouteArgs,
  portal: Portal,
  kind: ComingKind,
  maxPages: number = maximum.pagesOfAList,
) {
  const { items, note }: Loaded = await sources[kind].load(args, portal, maxPages);
  return { items: await stillToCome(args, portal, kind, items), note };
}

/** Those from today on that no one has accepted since they were read. */
export async function stillToCome(
  args: RouteArgs,
  portal: Portal,
  kind: ComingKind,
  items: readonly Coming[],
) {
  const accepted = kind === "quotes" ? await listAcceptances(args, portal) : undefined;
  const open = items.filter(({ id, terms = "" }) => !isAcceptanceOf(accepted?.get(id), terms));
  return fromToday(kind, open, args.context.services.now());
}

/** Those with a day from today on in London, soonest first. */
export async function fromToday(kind: ComingKind, items: readonly Coming[], now: Date) {
  const dated = await mapYielding(items, (item) => ({
    ...item,
    kind,
    // -1 leaves out a date that is missing, never comes or can't be read.
    days: daysUntil(item.date, now) ?? -1,
    day: londonDay(parseMoment(item.date) ?? now),
  }));
  return dated.filter(({ days }) => days >= 0).sort((a, b) => a.days - b.days);
}

export type DatedComing = Awaited<ReturnType<typeof fromToday>>[number];

export const comingEvent = ({ kind, id, hours, day, title, detail, to }: DatedComing): CalendarEvent => ({
  kind: sources[kind].uid,
  id,
  when: hours ?? day,
  summary: title,
  description: detail,
  to,
});
