import { tz } from "@date-fns/tz";
import { addDays } from "date-fns/addDays";
import { format } from "date-fns/format";
import { isSunday } from "date-fns/isSunday";
import { isWeekend } from "date-fns/isWeekend";

const london = tz("Europe/London");

/** Weekday bank holidays in England and Wales; docs/runbook.md says how to add years and single days. */
export const bankHolidays = new Set(
  `2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28
   2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28
   2028-01-03 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-08-28 2028-12-25 2028-12-26
   2029-01-01 2029-03-30 2029-04-02 2029-05-07 2029-05-28 2029-08-27 2029-12-25 2029-12-26
   2030-01-01 2030-04-19 2030-04-22 2030-05-06 2030-05-27 2030-08-26 2030-12-25 2030-12-26
   2031-01-01 2031-04-11 2031-04-14 2031-05-05 2031-05-26 2031-08-25 2031-12-25 2031-12-26
   2032-01-01 2032-03-26 2032-03-29 2032-05-03 2032-05-31 2032-08-30 2032-12-27 2032-12-28`.split(/\s+/),
);

/** How many working days' notice a payer gets before a direct debit is collected. */
export const NOTICE_DAYS = 5;

/** Adds working days, keeping the time of day in London. `saturdays` counts Saturdays as working days. */
export function workingDayAfter(from: Date, days: number, { saturdays = false } = {}): Date {
  let day: Date = london(from);
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    const isWeekendDay = saturdays ? isSunday(day) : isWeekend(day);
    if (!isWeekendDay && !bankHolidays.has(format(day, "yyyy-MM-dd"))) left -= 1;
  }
  return day;
}

/** {@link workingDayAfter} as '30/12/2026'. */
export const formatWorkingDayAfter = (from: Date, days: number) =>
  format(workingDayAfter(from, days), "dd/MM/yyyy");
