import type { LoaderFunctionArgs } from "@remix-run/node";
import { getCheckOrRedirect, lineAddress } from "#app/areas/line-faults/check.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { calendarFile } from "#app/files/calendar.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { requireLoggedReport } from "./trouble-report.server.ts";
import { listVisits, visitEvent } from "./visits.server.ts";

/** The check's visit, as recorded or, for a day, from its report. Redirects as {@link requireLoggedReport} does. */
async function requireVisit(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id: checkId = "" } = args.params;
  const noted = (await listVisits(args, portal)).find((visit) => visit.checkId === checkId);
  if (noted?.at !== undefined) return { ...noted, at: noted.at, portal, checkId };
  const { report, slot } = await requireLoggedReport(args);
  return { ...report, portal, checkId, slot };
}

export async function loader(args: LoaderFunctionArgs) {
  const { portal, slot, ...visit } = await requireVisit(args);
  if (!slot) throw pageNotFound();
  const check = await getCheckOrRedirect(args, portal, visit.checkId);
  const event = visitEvent({ ...visit, slot, cli: check.cli, place: lineAddress(check) });
  return calendarFile("Engineer appointment", [event], args.context.config, portal.account.clientId);
}
