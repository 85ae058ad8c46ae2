import { z } from "zod";
import { emailLink } from "#app/areas/tickets/enquiry.server.ts";
import type { CalendarEvent } from "#app/files/calendar.server.ts";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { daysUntil, formatDateTime } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";
import {
  dayText,
  parseSlot,
  slotSpan,
  timeText,
  visitText,
  type AppointmentSlot,
  type Slot,
} from "./slots.server.ts";

/** Appointments are at most two months ahead. */
const VISIT_KEPT_MS = 62 * 24 * 60 * 60 * 1000;
/** How long after a visit we ask about it. */
const DAYS_AFTERWARDS = 2;

const visitNote = z.object({
  ticketId: z.string(),
  /** The line's telephone number. */
  cli: z.string(),
  appointment: z.object({ appointmentDate: z.string(), appointmentTimeslot: z.string() }),
  /** This and the next three are missing from records that earlier releases stored. */
  checkId: z.string().optional(),
  place: z.string().optional(),
  /** Who the engineer will call, and their number. */
  contact: z.string().optional(),
  /** When it was booked, in ISO 8601. */
  at: z.string().optional(),
  /** When someone told us that the engineer didn't come, in ISO 8601. */
  missedAt: z.string().optional(),
  /** Set once its ticket has been closed here. */
  isSettled: z.literal(true).optional(),
});

/** Engineer visits booked in this portal, because the API can't list them. */
export const bookedVisits = accountNotes(
  "engineer visits",
  VISIT_KEPT_MS,
  200,
  visitNote,
  ({ ticketId, appointment, missedAt, isSettled }) => [
    JSON.stringify([ticketId, appointment]),
    // Each sorts after the visit's earlier records, so that it replaces them.
    appointment.appointmentDate + (isSettled ? " settled" : missedAt ? " missed" : ""),
  ],
);

export type Visit = z.output<typeof visitNote> & {
  readonly slot: AppointmentSlot;
  /** The page about it that this person may see. */
  readonly to: string;
};

/** The visits booked in this portal for the account, unsorted. */
export async function listVisits(args: RouteArgs, portal: Portal): Promise<Visit[]> {
  const maySeeTickets = hasRole(portal.user, portal.account.clientId, "Support");
  return (await bookedVisits.list(args, portal)).flatMap((note) => {
    const slot = parseSlot(note.appointment, args.context.config);
    const to = maySeeTickets ? paths.ticket(note.ticketId) : paths.lineFaults();
    return slot ? [{ ...note, slot, to }] : [];
  });
}

type BookedSlot = Required<Pick<Visit, "cli" | "checkId" | "place" | "at">> & {
  readonly slot: Slot;
  readonly ticketId: string | undefined;
};

/** Its UID comes from the ticket's id or, if unknown, the check's, so that a new appointment replaces the old one. */
export function visitEvent({ slot, checkId, ticketId, at, cli, place }: BookedSlot): CalendarEvent {
  const booked = new Date(at);
  return {
    kind: "engineer-appointment",
    id: ticketId ?? checkId,
    when: slot.hours ? slotSpan(slot) : slot.day,
    // Must increase with each booking. In minutes, because it has to fit into 32 bits.
    sequence: Math.floor(booked.getTime() / 60_000),
    stamp: booked,
    summary: `Engineer appointment: ${slot.title}`,
    description: [`Telephone line ${cli}`, ticketId && `ticket ${ticketId}`].filter(Boolean).join(", "),
    location: place,
    to: ticketId === undefined ? paths.lineFault(checkId) : paths.ticket(ticketId),
  };
}

/** Stops asking about a ticket's visits once the ticket is closed. */
export function settleVisits(args: RouteArgs, portal: Portal, ticketId: string): void {
  args.context.services.inBackground("visit note", async () => {
    for (const note of await bookedVisits.list(args, portal))
      if (note.ticketId === ticketId) await bookedVisits.add(args, portal, { ...note, isSettled: true });
  });
}

/** The words by which {@link noteReply} knows the reply again. */
const missedSentence = (visit: string) => `The engineer booked for ${visit} didn't come`;

/** What someone can tell us about a visit, as text for the reply to its ticket. */
const replies = {
  "another-day": {
    label: "Ask for a different day",
    text: (visit: string) =>
      `We can't do ${visit} for the engineer's visit. Could we have a different day, please? These would suit us:`,
  },
  missed: {
    label: "The engineer didn't come",
    text: (visit: string) => `${missedSentence(visit)}. When can we expect them, please?`,
  },
  broken: {
    label: "No, it isn't working",
    text: (visit: string) => `The engineer came (${visit}), but the line still isn't working:`,
  },
} as const;
type Reply = keyof typeof replies;

/** The text of the reply that the address asks for; '' if it doesn't ask for one. */
export async function prefilledReply(args: RouteArgs, portal: Portal, ticketId: string): Promise<string> {
  const asked = new URL(args.request.url).searchParams.get("visit") ?? "";
  if (!Object.hasOwn(replies, asked)) return "";
  const visits = await currentVisits(args, portal, ticketId);
  // A ticket may have missed visits and a new one: only a visit that hasn't begun can move to another day.
  const hasBegun = asked !== "another-day";
  const fitting = visits.filter((visit) => isBegun(visit, args) === hasBegun);
  const visit = fitting.find(({ missedAt }) => missedAt === undefined) ?? fitting[0] ?? visits[0];
  return visit ? replies[asked as Reply].text(visitText(visit.slot)) : "";
}

const isBegun = ({ slot }: Visit, { context }: RouteArgs) => slotSpan(slot).start <= context.services.now();

/** After a reply was sent: records which visit it says was missed, if it still says so in the words we filled in. */
export async function noteReply(args: RouteArgs, portal: Portal, ticketId: string, message: string) {
  const missed = (await currentVisits(args, portal, ticketId)).find(
    (visit) => isBegun(visit, args) && message.includes(missedSentence(visitText(visit.slot))),
  );
  const missedAt = args.context.services.now().toISOString();
  if (missed) await bookedVisits.add(args, portal, visitNote.parse({ ...missed, missedAt }));
}

/** Visits still to come, or just over and not settled, soonest first; only one ticket's if it's given. */
async function currentVisits(args: RouteArgs, portal: Portal, ticketId?: string) {
  const now = args.context.services.now();
  const visits = (await listVisits(args, portal)).filter(
    (visit) =>
      !visit.isSettled &&
      (ticketId === undefined || visit.ticketId === ticketId) &&
      (daysUntil(visit.slot.day, now) ?? -Infinity) >= -DAYS_AFTERWARDS,
  );
  return visits.sort((a, b) => slotSpan(a.slot).start.getTime() - slotSpan(b.slot).start.getTime());
}

export type VisitView = ReturnType<typeof visitView>;

/** Cards for the account's visits, or one ticket's. */
export async function visitViews(args: RouteArgs, portal: Portal, ticketId?: string) {
  return (await currentVisits(args, portal, ticketId)).map((visit) => visitView(args, portal, visit));
}

function visitView({ context }: RouteArgs, { user, account }: Portal, visit: Visit) {
  const { config, services } = context;
  const { ticketId, cli, slot, checkId, at, place, contact, missedAt, to } = visit;
  const maySeeTickets = hasRole(user, account.clientId, "Support");
  const { start, end } = slotSpan(slot);
  const isOver = end < services.now();
  const email = (details: string) =>
    emailLink(config, { subject: `Ticket ${ticketId}, line ${cli}`, details });
  const reply = (name: Reply) => ({
    label: replies[name].label,
    to: maySeeTickets
      ? `${paths.ticket(ticketId, undefined, name)}#reply`
      : email(replies[name].text(visitText(slot))).to,
  });
  const works = maySeeTickets ? paths.ticketWorks(ticketId) : email("It's working now.").to;
  const calendar = checkId && at ? [{ label: "Add to calendar", to: paths.lineFaultCalendar(checkId) }] : [];
  const told =
    missedAt && `Line ${cli}: we were told on ${formatDateTime(missedAt)} that the engineer didn't come`;
  return {
    id: `${ticketId} ${slot.day}`,
    title: told ?? (isOver ? `Is line ${cli} working now?` : `Engineer visit for line ${cli}`),
    to,
    facts: [
      { term: "Day", detail: dayText(slot) },
      { term: "Time", detail: timeText(slot) },
      { term: "Place", detail: place },
      // The same contact as on the ticket, which only people with Support can see.
      { term: "Contact", detail: maySeeTickets ? contact : "" },
    ].filter(({ detail }) => detail),
    actions: told
      ? [{ label: "It's working now", to: works }]
      : isOver
        ? [{ label: "Yes, it's working now", to: works }, reply("broken"), reply("missed")]
        : [...calendar, reply("another-day"), ...(start < services.now() ? [reply("missed")] : [])],
    phone: config.helpDeskPhone,
  };
}
