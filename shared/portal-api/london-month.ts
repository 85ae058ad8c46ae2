import { londonDay, parseMoment } from "#shared/time/moment.ts";

/** The London month of an ISO 8601 date, e.g. '2026-11'; undefined if it isn't a date. */
export function londonMonth(iso: string): string | undefined {
  const moment = parseMoment(iso);
  return moment && londonDay(moment).slice(0, 7);
}
