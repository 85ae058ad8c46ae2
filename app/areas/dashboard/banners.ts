import { londonDay } from "#app/time/moment.ts";
import type { Banner } from "#server/banners.ts";

export function currentBanner(now: Date, banners: readonly Banner[]): Banner | undefined {
  const today = londonDay(now);
  return banners.find(({ starts = today, expires }) => starts <= today && today <= expires);
}
