import { londonMonth } from "#app/portal-api/london-month.ts";
import type { Days } from "./issued.server.ts";

export interface MonthChoice {
  readonly value: string;
  readonly label: string;
}

export function latestMonths(now: Date, howMany = 36): MonthChoice[] {
  const [year = 0, month = 0] = londonMonth(now.toISOString())?.split("-").map(Number) ?? [];
  return Array.from({ length: howMany }, (_, back) => toChoice(Date.UTC(year, month - 1 - back)));
}

/** '2026-11' in words; undefined if it is not a month. */
export function monthLabel(value: string): string | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(value)) return undefined;
  return toChoice(Date.parse(`${value}-01`)).label;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function toChoice(first: number): MonthChoice {
  return { value: new Date(first).toISOString().slice(0, 7), label: monthFormat.format(first) };
}

const NAMES = Array.from(
  { length: 12 },
  (_, month) => toChoice(Date.UTC(2000, month)).label.split(" ")[0] ?? "",
);
const MONTH_AND_YEAR = /^(?<year>\d{4})[-/](?<month>\d\d?)$|^(?<month2>\d\d?)[-/](?<year2>\d{4})$/;

/**
 * The month that a keyword names: '2026-10', '10/2026', 'October 2026', 'Oct 2026', or 'October' for the latest one.
 */
export function monthNamed(words: string, now: Date): string | undefined {
  const numbers = MONTH_AND_YEAR.exec(words)?.groups;
  const month = (numbers?.["month"] ?? numbers?.["month2"])?.padStart(2, "0");
  const value = `${numbers?.["year"] ?? numbers?.["year2"]}-${month}`;
  if (numbers) return monthLabel(value) && value;
  const { name = "", year } = /^(?<name>\p{L}{3,})\.?(?: (?<year>\d{4}))?$/u.exec(words)?.groups ?? {};
  const index = NAMES.findIndex((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  const isShort = index < 0 || name.length < (NAMES[index]?.length ?? 0);
  // An abbreviated name without a year may be an ordinary word.
  if (name === "" || index < 0 || (isShort && year === undefined)) return undefined;
  const number = String(index + 1).padStart(2, "0");
  if (year !== undefined) return `${year}-${number}`;
  return latestMonths(now, 12).find((one) => one.value.endsWith(`-${number}`))?.value;
}

/** All invoices of a month ('2026-11', in London). */
export const daysOf = (month: string): Days => ({ from: `${month}-01`, to: `${month}-31` });
