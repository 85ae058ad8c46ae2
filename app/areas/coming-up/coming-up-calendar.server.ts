import ical from "ical-generator";
import { calendarUid } from "#app/files/calendar-uid.ts";
import { pathWithAccount } from "#shared/paths.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import type { DatedComing } from "./coming-up.server.ts";

interface CalendarOptions {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly clientId: string;
}

/** An event on each day, or during a visit's hours. Stable UIDs let a later file update the events of an earlier one. */
export async function comingUpCalendar(
  items: readonly DatedComing[],
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
      // A UTC day, so that it doesn't depend on the server's time zone.
      ...(span ?? { start: new Date(day), allDay: true }),
      id: calendarUid(publicUrl, uid[0], clientId, uid[1]),
      summary: title,
      description: detail,
      url: new URL(pathWithAccount(clientId, to), publicUrl).href,
    });
  }
  return calendar.toString();
}
