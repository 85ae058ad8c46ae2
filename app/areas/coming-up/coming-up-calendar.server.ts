import ical from "ical-generator";
import { calendarUid } from "#app/files/calendar-uid.ts";
import { pathWithAccount } from "#shared/paths.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import type { DatedItem } from "./coming-up.server.ts";

interface CalendarOptions {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly clientId: string;
}

/** An all-day event for each item, or a timed one for a visit. The UIDs are stable, so that a newer file updates the events of an older one. */
export async function comingUpCalendar(
  items: readonly DatedItem[],
  { brandName, publicUrl, clientId }: CalendarOptions,
  note?: string,
): Promise<string> {
  const calendar = ical({
    name: "Coming up",
    description: note ?? null,
    prodId: { company: brandName, product: "Customer Portal" },
  });
  const yieldIfDue = yielder();
  for (const { uid, day, span, title, detail, to } of items) {
    await yieldIfDue();
    calendar.createEvent({
      // Midnight UTC, so that the server's time zone doesn't shift the day.
      ...(span ?? { start: new Date(day), allDay: true }),
      id: calendarUid(publicUrl, uid[0], clientId, uid[1]),
      summary: title,
      description: detail,
      url: new URL(pathWithAccount(clientId, to), publicUrl).href,
    });
  }
  return calendar.toString();
}
