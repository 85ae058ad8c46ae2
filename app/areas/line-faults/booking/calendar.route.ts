import type { LoaderFunctionArgs } from "@remix-run/node";
import { getCheckOrRedirect, lineAddress } from "#app/areas/line-faults/check.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { generatedFile } from "#app/files/file-response.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { requireLoggedReport } from "./logged-report.server.ts";
import { visitCalendar } from "./visit-calendar.server.ts";
import { listVisits } from "./visits.server.ts";

/** The check's visit, as recorded or, for a day, from its report. Redirects as {@link requireLoggedReport} does. */
async function requireVisit(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id = "" } = args.params;
  const noted = (await listVisits(args, portal)).find(({ checkId }) => checkId === id);
  if (noted?.at !== undefined) return { ...noted, at: noted.at, portal, id };
  const { report, slot } = await requireLoggedReport(args);
  return { ...report, portal, id, slot };
}

export async function loader(args: LoaderFunctionArgs) {
  const { portal, id, slot, ticketId, at: bookedAt } = await requireVisit(args);
  if (!slot) throw pageNotFound();
  const check = await getCheckOrRedirect(args, portal, id);
  const { clientId } = portal.account;
  const visit = {
    slot,
    clientId,
    checkId: id,
    ticketId,
    bookedAt,
    cli: check.cli,
    address: lineAddress(check),
  };
  return generatedFile(
    visitCalendar(visit, args.context.config),
    "engineer-appointment.ics",
    "text/calendar; charset=utf-8",
  );
}
