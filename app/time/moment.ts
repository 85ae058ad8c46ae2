import { tz } from "@date-fns/tz";
import { isValid, parseISO } from "date-fns";
import { textLength } from "#app/limits.ts";

const london = tz("Europe/London");
const HOUR = 3_600_000;

/** Year 1 is how some backends write 'none', and beyond 9999 London's clock can't be reckoned. */
const IN_REACH = /^[1-9]\d{3}/;
/** Nearly all dates are of this kind, and the engine's own reading of it is a hundred times as quick. */
const USUAL = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * The moment of an ISO 8601 text; undefined when absent, unreadable or too long to be a date. A time without an offset
 * is London's. The one reader of dates that come from outside.
 */
export function momentOf(iso: string | null | undefined): Date | undefined {
  if (!iso || iso.length > textLength.date || !IN_REACH.test(iso)) return undefined;
  const moment = usual(iso) ?? new Date(parseISO(iso, { in: london }).getTime());
  return isValid(moment) ? moment : undefined;
}

function usual(iso: string): Date | undefined {
  const [, year, month, day, hour, offset] = USUAL.exec(iso) ?? [];
  // The engine takes the 30th of February for a day in March.
  if (!day || Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined;
  if (offset) return new Date(iso);
  const asWinter = new Date(hour ? `${iso}Z` : `${iso}T00:00Z`);
  if (!isValid(asWinter)) return undefined;
  const asSummer = new Date(asWinter.getTime() - HOUR);
  return Number(inLondonHours.format(asSummer)) === Number(hour ?? 0) % 24 ? asSummer : asWinter;
}

const inLondonHours = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  hourCycle: "h23",
  timeZone: "Europe/London",
});

const numeric = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const inLondonDays = new Intl.DateTimeFormat("en-CA", { ...numeric, timeZone: "Europe/London" });

/** The moment's day in London, '2026-11-24'. */
export function londonDay(moment: Date): string {
  return inLondonDays.format(moment);
}
