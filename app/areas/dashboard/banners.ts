import type { Banner } from "#server/banners.ts";
import { londonDay } from "#shared/time/moment.ts";

export function currentBanner(now: Date, banners: readonly Banner[]): Banner | undefined {
  const today = londonDay(now);
  return banners.find(({ starts = today, expires }) => starts <= today && today <= expires);
}
