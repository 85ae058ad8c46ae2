import ical from "ical-generator";
import { calendarUid } from "#app/files/calendar-uid.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths, pathWithAccount } from "#shared/paths.ts";
import { slotSpan, type Slot } from "./slots.server.ts";

interface CalendarVisit {
  readonly slot: Slot;
  readonly clientId: string;
  readonly checkId: string;
  readonly ticketId: string | undefined;
  /** In ISO 8601. */
  readonly bookedAt: string;
  readonly cli: string;
  readonly address: string;
}

/** The engineer's visit as iCalendar text. Its UID comes from the ticket's id or, if unknown, the check's, so that a new appointment replaces the old one. */
export function visitCalendar(
  { slot, clientId, checkId, ticketId, bookedAt, cli, address }: CalendarVisit,
  { brandName, publicUrl }: Pick<LoadContext["config"], "brandName" | "publicUrl">,
): string {
  const page = ticketId === undefined ? paths.lineFault(checkId) : paths.ticket(ticketId);
  const booked = new Date(bookedAt);
  const [year = 0, month = 1, day = 1] = slot.day.split("-").map(Number);
  const period = slot.hours
    ? slotSpan(slot)
    : { start: new Date(Date.UTC(year, month - 1, day)), allDay: true };
  const calendar = ical({
    name: "Engineer appointment",
    prodId: { company: brandName, product: "Customer Portal" },
  });
  calendar.createEvent({
    ...period,
    id: calendarUid(publicUrl, "engineer-appointment", clientId, ticketId ?? checkId),
    // Must increase with each booking. In minutes, because it has to fit into 32 bits.
    sequence: Math.floor(booked.getTime() / 60_000),
    stamp: booked,
    summary: `Engineer appointment: ${slot.title}`,
    description:
      ticketId === undefined ? `Telephone line ${cli}` : `Telephone line ${cli}, ticket ${ticketId}`,
    location: address,
    url: new URL(pathWithAccount(clientId, page), publicUrl).href,
  });
  return calendar.toString();
}
