import type { Portal } from "#app/request/portal.ts";
import { daysUntil, formatDays } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { listLicences } from "#shared/portal-api/licences.ts";

const SOON_DAYS = 90;

/** How many subscriptions expire within 90 days, and which is next. Throws PortalApiError. */
export async function loadExpirySummary({ api }: Pick<Portal, "api">, now: Date) {
  const soon = (await api.call(listLicences, {}))
    // -1 leaves out a missing or unreadable expiry date.
    .map((licence) => ({ licence, days: daysUntil(licence.expiryDate, now) ?? -1 }))
    .filter(({ days }) => days >= 0 && days <= SOON_DAYS)
    .sort((a, b) => a.days - b.days);
  return [
    {
      term: `Expire within ${SOON_DAYS} days`,
      detail: soon.length.toLocaleString("en-GB"),
      to: paths.comingUp("subscriptions", String(SOON_DAYS)),
    },
    ...soon.slice(0, 1).map(({ licence: { vendor, licenseId }, days }) => ({
      term: "Next to expire",
      detail: `${vendor}, ${formatDays(days)}`,
      to: paths.subscription(licenseId),
    })),
  ];
}
