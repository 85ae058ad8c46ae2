const inLondon = new Intl.DateTimeFormat("en-GB", {
  year: "numeric",
  month: "2-digit",
  timeZone: "Europe/London",
});

/** ISO 8601 → '2026-11', the month in London; undefined for what is no date. */
export function londonMonth(iso: string): string | undefined {
  // A time without an offset is London's.
  const [, written] = /^(\d{4}-(?:0[1-9]|1[0-2]))-\d{2}(?:T[\d:.]*)?$/.exec(iso) ?? [];
  if (written !== undefined) return written;
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return undefined;
  return inLondon.format(moment).split("/").reverse().join("-");
}
