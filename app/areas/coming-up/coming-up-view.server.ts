import { monthLabel } from "#app/areas/invoices/invoice-months.server.ts";
import { lastRenewals, renewalView } from "#app/areas/subscriptions/renewal.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatDays } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { labelOf, loadUpcoming, permittedKinds, type UpcomingKind } from "./coming-up.server.ts";

/** More would slow the page down; the calendar file has them all. */
const MAX_ROWS = 200;

/** What ends or happens next, by month. `?kind=` filters by kind, `?days=` by days from now. If a kind doesn't load, its error is shown instead. */
export async function comingUpView(args: RouteArgs, portal: Portal) {
  const { searchParams } = new URL(args.request.url);
  const kinds = permittedKinds(args, portal);
  const chosen = kinds.find((kind) => kind === searchParams.get("kind"));
  const maxDays = Number(searchParams.get("days")) || Infinity;
  const wanted = chosen ? [chosen] : kinds;
  const parts = await Promise.all(wanted.map((kind) => tolerate(loadUpcoming(args, portal, kind), args)));
  const items = parts
    .flatMap((part) => (part.ok ? part.value.items : []))
    .filter(({ days }) => days <= maxDays)
    .sort((a, b) => a.at - b.at);
  const shown = items.slice(0, MAX_ROWS);
  const numbers = shown.flatMap(({ renewalInvoice }) => renewalInvoice || []);
  const renewals = await lastRenewals(args, portal, numbers);
  const rows = await Promise.all(
    shown.map(async ({ kind, id, title, detail, to, day, days, renewalInvoice }) => ({
      month: day.slice(0, 7),
      id: `${kind} ${id}`,
      title,
      to,
      detail: [formatDate(day), formatDays(days), detail].filter(Boolean).join(" · "),
      ...(kind === "subscriptions" && {
        renewal: await renewalView(args, portal, id, renewals.get(renewalInvoice ?? "")),
      }),
    })),
  );
  const tab = (label: string, kind?: UpcomingKind) => ({
    label,
    to: paths.comingUp(kind),
    isCurrent: kind === chosen,
  });
  return {
    tabs: [tab("Everything"), ...kinds.map((kind) => tab(labelOf(kind), kind))],
    months: [...Map.groupBy(rows, ({ month }) => month)].map(([month, ofMonth]) => ({
      heading: `${monthLabel(month)} · ${ofMonth.length}`,
      month,
      rows: ofMonth,
    })),
    failures: parts.filter((part) => !part.ok),
    notes: [
      parts.some((part) => part.ok && part.value.note) &&
        "We couldn't load everything, so some dates may be missing.",
      items.length > shown.length &&
        `Showing the first ${MAX_ROWS} of ${items.length.toLocaleString("en-GB")}. The calendar has all of them.`,
    ].filter((note) => note !== false),
    // The calendar has every kind, so an empty tab mustn't hide it.
    hasCalendar: kinds.length > 0 && (chosen !== undefined || items.length > 0),
  };
}
