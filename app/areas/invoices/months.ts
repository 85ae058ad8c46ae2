import { tz } from "@date-fns/tz";
import { format, isValid, parseISO, startOfMonth, subMonths } from "date-fns";
import { enGB } from "date-fns/locale/en-GB";

const london = tz("Europe/London");

export interface MonthChoice {
  /** '2026-11' */
  readonly value: string;
  /** 'November 2026' */
  readonly label: string;
  /** 'Nov' */
  readonly short: string;
}

/** This month and those before it, newest first, by London's calendar. */
export function latestMonths(now: Date, howMany = 36): MonthChoice[] {
  const current = startOfMonth(now, { in: london });
  return Array.from({ length: howMany }, (_, back) => toChoice(subMonths(current, back, { in: london })));
}

/** '2026-11' in words; undefined when it is no month. */
export function monthLabel(value: string): string | undefined {
  const month = /^\d{4}-\d{2}$/.test(value) ? parseISO(`${value}-01`, { in: london }) : undefined;
  return month && isValid(month) ? toChoice(month).label : undefined;
}

/** ISO 8601 → '2026-11', by London's calendar; empty for a date that can't be read. */
export function monthOf(iso: string): string {
  const moment = parseISO(iso, { in: london });
  return isValid(moment) ? format(moment, "yyyy-MM", { in: london }) : "";
}

function toChoice(month: Date): MonthChoice {
  const written = (pattern: string) => format(month, pattern, { in: london, locale: enGB });
  return { value: written("yyyy-MM"), label: written("MMMM yyyy"), short: written("MMM") };
}
