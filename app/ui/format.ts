// Only for loaders, which pass formatted strings to components, so that browsers don't load a date library.
import { isAbsentDate, londonDay, parseMoment } from "#shared/time/moment.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const dayNumber = (moment: Date) => Date.parse(londonDay(moment)) / DAY;

/** Calendar days in London from now until the time; negative for the past, undefined for the year 9999, which means never. */
export function daysUntil(iso: string | null | undefined, now = new Date()): number | undefined {
  const moment = iso?.startsWith("9999-") ? undefined : parseMoment(iso);
  return moment && dayNumber(moment) - dayNumber(now);
}

const DAYS_A_YEAR = 365;
const DAYS_A_MONTH = DAYS_A_YEAR / 12;
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** 'tomorrow', 'in 91 days'; from four months 'in 13 months', from two years 'in 3 years'. */
export function formatDays(days: number | undefined): string | undefined {
  if (days === undefined) return undefined;
  const length = Math.abs(days);
  if (length < 4 * DAYS_A_MONTH) return relative.format(days, "day");
  if (length < 2 * DAYS_A_YEAR) return relative.format(Math.round(days / DAYS_A_MONTH), "month");
  return relative.format(Math.round(days / DAYS_A_YEAR), "year");
}

const distance = new Intl.RelativeTimeFormat("en-GB");

/** 'just now' within a minute, then '5 minutes ago', '3 days ago'; from 24 hours in London calendar days. */
export function timeAgo(iso: string | null | undefined, now = new Date()): string | undefined {
  const moment = parseMoment(iso);
  if (!moment) return undefined;
  const ms = moment.getTime() - now.getTime();
  if (Math.abs(ms) < MINUTE) return "just now";
  if (Math.abs(ms) < HOUR) return distance.format(Math.trunc(ms / MINUTE), "minute");
  const days = dayNumber(moment) - dayNumber(now);
  // The day on which the clocks go back has 25 hours.
  if (Math.abs(ms) < DAY || days === 0) return distance.format(Math.trunc(ms / HOUR), "hour");
  if (Math.abs(days) < DAYS_A_MONTH) return distance.format(days, "day");
  if (Math.abs(days) < DAYS_A_YEAR) return distance.format(Math.trunc(days / DAYS_A_MONTH), "month");
  return distance.format(Math.trunc(days / DAYS_A_YEAR), "year");
}

const numeric = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const londonDate = new Intl.DateTimeFormat("en-GB", { ...numeric, timeZone: "Europe/London" });
const londonDateTime = new Intl.DateTimeFormat("en-GB", { ...numeric, ...clock, timeZone: "Europe/London" });

type Iso = string | null | undefined;

function formatWith(form: Intl.DateTimeFormat, iso: Iso): string | undefined {
  if (isAbsentDate(iso)) return undefined;
  const moment = parseMoment(iso);
  return moment ? form.format(moment).replace(", ", " ") : "We can't read this date";
}

/** ISO 8601 → '05/11/2024' in London; undefined if there's none. If it's unreadable, returns a sentence, and `shown.date` logs it. */
export const formatDate = (iso: Iso) => formatWith(londonDate, iso);
/** The date, or undefined if it's unreadable, so that `formatDate(readable(iso))` leaves it out of a sentence. */
export const readable = (iso: Iso) => (parseMoment(iso) ? iso : undefined);
/** {@link formatDate} with the time, '05/11/2024 09:05'. */
export const formatDateTime = (iso: Iso) => formatWith(londonDateTime, iso);

const pounds = { style: "currency", currency: "GBP", signDisplay: "negative" } as const;
const sterling = new Intl.NumberFormat("en-GB", pounds);

/** Pounds → '£1,234.50', '−£5.00' with a true minus sign (a CSV has a hyphen); never '−£0.00'. Returns text unchanged. Throws RangeError for NaN and infinities. */
export function formatMoney(amount: number | string): string {
  if (typeof amount === "string") return amount;
  if (!Number.isFinite(amount)) throw new RangeError(`Not an amount of money: ${amount}`);
  return sterling.format(amount).replace("-", "−");
}
