import { londonMonth } from "#shared/portal-api/london-month.ts";
import type { DayRange } from "./issued.server.ts";

export type MonthChoice = ReturnType<typeof toChoice>;

export function latestMonths(now: Date, count = 36): MonthChoice[] {
  const [year = 0, month = 0] = londonMonth(now.toISOString())?.split("-").map(Number) ?? [];
  return Array.from({ length: count }, (_, monthsBack) => toChoice(Date.UTC(year, month - 1 - monthsBack)));
}

/** '2026-11' in words; undefined if it isn't a month. */
export function monthLabel(value: string): string | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(value)) return undefined;
  return toChoice(Date.parse(`${value}-01`)).label;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function toChoice(firstDay: number) {
  return { value: new Date(firstDay).toISOString().slice(0, 7), label: monthFormat.format(firstDay) };
}

const MONTH_NAMES = Array.from(
  { length: 12 },
  (_, month) => toChoice(Date.UTC(2000, month)).label.split(" ")[0] ?? "",
);
const MONTH_AND_YEAR = /^(?<year>\d{4})[-/](?<month>\d\d?)$|^(?<month2>\d\d?)[-/](?<year2>\d{4})$/;

/** The month in '2026-10', '10/2026', 'October 2026' or 'Oct 2026'. 'October' or 'Oct' alone means the latest one. */
export function parseMonth(keyword: string, now: Date): string | undefined {
  const numbers = MONTH_AND_YEAR.exec(keyword)?.groups;
  const month = (numbers?.["month"] ?? numbers?.["month2"])?.padStart(2, "0");
  const value = `${numbers?.["year"] ?? numbers?.["year2"]}-${month}`;
  if (numbers) return monthLabel(value) && value;
  const { name = "", year } = /^(?<name>\p{L}{3,})\.?(?: (?<year>\d{4}))?$/u.exec(keyword)?.groups ?? {};
  const index = MONTH_NAMES.findIndex((monthName) => monthName.toLowerCase().startsWith(name.toLowerCase()));
  if (name === "" || index < 0) return undefined;
  const number = String(index + 1).padStart(2, "0");
  if (year !== undefined) return `${year}-${number}`;
  return latestMonths(now, 12).find((choice) => choice.value.endsWith(`-${number}`))?.value;
}

/** The days of a month such as '2026-11'. Days are compared as text, so '-31' works for shorter months too. */
export const daysOfMonth = (month: string): DayRange => ({ from: `${month}-01`, to: `${month}-31` });
