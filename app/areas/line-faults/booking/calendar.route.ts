import type { LoaderFunctionArgs } from "@remix-run/node";
import { lineAddress, readCheck } from "#app/areas/line-faults/check.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { madeFile } from "#app/files/file-response.server.ts";
import { requireLoggedReport } from "./logged-report.server.ts";
import { visitCalendar } from "./visit-calendar.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { portal, id, report, slot } = await requireLoggedReport(args);
  if (!slot) throw pageNotFound();
  const check = await readCheck(args, portal, id);
  const { ticketId, at: bookedAt } = report;
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
  return madeFile(
    visitCalendar(visit, args.context.config),
    "engineer-appointment.ics",
    "text/calendar; charset=utf-8",
  );
}
