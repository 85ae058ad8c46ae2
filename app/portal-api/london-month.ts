import { londonDay, momentOf } from "#app/time/moment.ts";

/** ISO 8601 → '2026-11', the month in London; undefined for what is no date. */
export function londonMonth(iso: string): string | undefined {
  const moment = momentOf(iso);
  return moment && londonDay(moment).slice(0, 7);
}
