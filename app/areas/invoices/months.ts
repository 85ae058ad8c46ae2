import { londonMonth } from "#app/portal-api/london-month.ts";

export interface MonthChoice {
  /** '2026-11' */
  readonly value: string;
  /** 'November 2026' */
  readonly label: string;
  /** 'Nov' */
  readonly short: string;
}

/** This month and those before it, newest first, in London. */
export function latestMonths(now: Date, howMany = 36): MonthChoice[] {
  const [year = 0, month = 0] = londonMonth(now.toISOString())?.split("-").map(Number) ?? [];
  return Array.from({ length: howMany }, (_, back) => toChoice(Date.UTC(year, month - 1 - back)));
}

/** '2026-11' in words; undefined when it is no month. */
export function monthLabel(value: string): string | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(value)) return undefined;
  return toChoice(Date.parse(`${value}-01`)).label;
}

const inWords = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function toChoice(first: number): MonthChoice {
  const label = inWords.format(first);
  return { value: new Date(first).toISOString().slice(0, 7), label, short: label.slice(0, 3) };
}
