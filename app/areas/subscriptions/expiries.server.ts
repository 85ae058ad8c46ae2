import ical from "ical-generator";
import { calendarUid } from "#app/files/calendar-uid.ts";
import type { Portal } from "#app/request/portal.ts";
import { daysUntil, formatDays } from "#app/ui/format.ts";
import { plainText } from "#shared/html.server.ts";
import { textLength } from "#shared/limits.ts";
import { paths, pathWithAccount } from "#shared/paths.ts";
import { listLicences, type Licence } from "#shared/portal-api/licences.ts";
import type { Quote } from "#shared/portal-api/quotes.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import { notesOf } from "./subscription-list.server.ts";

const SOON_DAYS = 90;

/** How many subscriptions expire within 90 days, and which is the next. Throws PortalApiError. */
export async function loadExpirySummary({ api }: Pick<Portal, "api">, now: Date) {
  const soon = (await api.call(listLicences, {}))
    // -1 leaves out an expiry date that is missing or can't be read.
    .map((licence) => ({ licence, days: daysUntil(licence.expiryDate, now) ?? -1 }))
    .filter(({ days }) => days >= 0 && days <= SOON_DAYS)
    .sort((a, b) => a.days - b.days);
  const [next] = soon;
  return {
    figures: [
      { term: `Expire in ${SOON_DAYS} days`, detail: soon.length.toLocaleString("en-GB") },
      ...(next ? [{ term: "Next to expire", detail: nextView(next) }] : []),
    ],
    hasNext: next !== undefined,
  };
}

const nextView = ({ licence, days }: { licence: Licence; days: number }) => ({
  text: `${licence.vendor}, ${formatDays(days)}`,
  to: paths.subscription(licence.licenseId),
});

interface CalendarOptions {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly clientId: string;
}

/** An all-day event on the London date of each expiry, and of each end of a quote. Stable UIDs let a later file update the events of an earlier one. */
export async function expiryCalendar(
  licences: readonly Licence[],
  { brandName, publicUrl, clientId }: CalendarOptions,
  calendarNote?: string,
  quotes: readonly Pick<Quote, "quoteId" | "validThrough" | "details">[] = [],
): Promise<string> {
  const calendar = ical({
    name: quotes.length > 0 ? "Quote and subscription expiry dates" : "Subscription expiry dates",
    description: calendarNote ?? null,
    prodId: { company: brandName, product: "Customer Portal" },
  });
  const yieldIfDue = yielder();
  for (const licence of licences) {
    await yieldIfDue();
    const start = calendarDay(licence.expiryDate);
    if (!start) continue;
    const { licenseId, vendor } = licence;
    calendar.createEvent({
      id: calendarUid(publicUrl, "subscription", clientId, licenseId),
      start,
      allDay: true,
      summary: `${vendor} subscription expires`,
      description: notesOf(licence),
      url: new URL(pathWithAccount(clientId, paths.subscription(licenseId)), publicUrl).href,
    });
  }
  for (const { quoteId, validThrough, details } of quotes) {
    await yieldIfDue();
    const start = calendarDay(validThrough);
    if (!start) continue;
    calendar.createEvent({
      id: calendarUid(publicUrl, "quote", clientId, quoteId),
      start,
      allDay: true,
      summary: `Quote ${quoteId} expires`,
      description: plainText(details, textLength.row),
      url: new URL(pathWithAccount(clientId, paths.quote(quoteId)), publicUrl).href,
    });
  }
  return calendar.toString();
}

/** The London day as a UTC day, so that the calendar does not depend on the server's time zone. */
function calendarDay(iso: string | null): Date | undefined {
  const moment = parseMoment(iso);
  return moment && new Date(londonDay(moment));
}
