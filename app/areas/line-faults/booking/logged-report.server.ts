import { redirect } from "@remix-run/node";
import { requireCheck } from "#app/areas/line-faults/check.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { parseSlot } from "./slots.server.ts";
import { findLoggedReport } from "./trouble-report.server.ts";

/** The check's report from the last 24 hours, and its slot. If there's none, redirects as {@link requireCheck} does, or to the start of line faults. */
export async function requireLoggedReport(args: RouteArgs) {
  const portal = await requireAccount(args);
  const id = args.params["id"] ?? "";
  const report = await findLoggedReport(args, { portal, id });
  if (!report) {
    await requireCheck(args);
    throw redirect(paths.lineFaults(), 303);
  }
  const { appointment } = report;
  return { portal, id, report, slot: appointment && parseSlot(appointment, args.context.config) };
}
