import ical, { type ICalEventData } from "ical-generator";
import type { LoadContext } from "#server/load-context.ts";
import { pathWithAccount } from "#shared/paths.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import { generatedFile } from "./file-response.server.ts";

export interface CalendarEvent extends Pick<
  ICalEventData,
  "summary" | "description" | "location" | "sequence" | "stamp"
> {
  /** With the account they make the UID, so that importing a newer file updates the event. */
  readonly kind: string;
  readonly id: string;
  /** The London day, e.g. '2026-11-24', or the hours. */
  readonly when: string | { readonly start: Date; readonly end: Date };
  /** The page about it. */
  readonly to: string;
}

/** The download of a calendar, whose file name is its name. */
export async function calendarFile(
  name: string,
  events: readonly CalendarEvent[],
  { brandName, publicUrl }: Pick<LoadContext["config"], "brandName" | "publicUrl">,
  clientId: string,
  note?: string,
): Promise<Response> {
  const prodId = { company: brandName, product: "Customer Portal" };
  const calendar = ical({ name, prodId, description: note ?? null });
  const yieldIfDue = yielder();
  for (const { kind, id, when, to, ...event } of events) {
    await yieldIfDue();
    // Hyphens separate the ids, so they're escaped within an id.
    const ids = [clientId, id].map((one) => encodeURIComponent(one).replaceAll("-", "%2D"));
    calendar.createEvent({
      ...event,
      // A UTC day, so that it doesn't depend on the server's time zone.
      ...(typeof when === "string" ? { start: new Date(when), allDay: true } : when),
      id: `${[kind, ...ids].join("-")}@${new URL(publicUrl).host}`,
      url: new URL(pathWithAccount(clientId, to), publicUrl).href,
    });
  }
  const fileName = `${name.toLowerCase().replaceAll(" ", "-")}.ics`;
  return generatedFile(calendar.toString(), fileName, "text/calendar; charset=utf-8");
}
