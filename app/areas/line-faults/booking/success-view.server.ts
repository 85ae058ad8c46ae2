import { faultDescription, lineAddress, readCheck, ticketPath } from "#app/areas/line-faults/check.server.ts";
import { testStartKey } from "#app/areas/line-faults/line-test-state.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { formatDateTime } from "#app/ui/format.ts";
import { requireLoggedReport } from "./logged-report.server.ts";
import { repairTarget } from "./repair-target.server.ts";
import { dayText, slotSpan, visitFacts, visitText } from "./slots.server.ts";

export async function successView(args: RouteArgs) {
  const { portal, id, report, slot } = await requireLoggedReport(args);
  const { records } = args.context.services;
  const { consents, ticketId } = report;
  const logged = ticketId === undefined ? "Trouble report logged" : `Ticket ${ticketId} logged`;
  const [check, storedBegunAt] = await Promise.all([
    readCheck(args, portal, id),
    records.find(testStartKey(portal, id)),
  ]);
  const begunAt = typeof storedBegunAt === "number" ? new Date(storedBegunAt).toISOString() : undefined;
  const { careLevel } = check;
  const { careLevels } = args.context.config;
  const target = repairTarget(careLevel, new Date(report.at), careLevels, slot && slotSpan(slot).end);
  return {
    id,
    fact: slot ? `Engineer booked: ${visitText(slot)}` : logged,
    text: slot ? "Your engineer appointment has been booked." : "Your trouble report has been logged.",
    facts: [
      { term: "Ticket", detail: ticketId },
      ...visitFacts(slot, report.cost),
      { term: "Address", detail: lineAddress(check) },
    ],
    ticket: ticketPath(portal, ticketId),
    hasVisit: slot !== undefined,
    target: { by: formatDateTime(target.toISOString()), careLevel: careLevel || "Low" },
    timeline: [
      {
        event: `Line test of ${check.cli}: ${faultDescription(check)}`,
        at: begunAt && formatDateTime(begunAt),
      },
      ...consents.map(({ title, at }) => ({ event: `${title} agreed to`, at: formatDateTime(at) })),
      {
        event: slot ? `Appointment booked for ${dayText(slot)}` : "Trouble report logged",
        at: formatDateTime(report.at),
      },
      ...(ticketId === undefined
        ? []
        : [{ event: `Ticket ${ticketId} opened`, at: formatDateTime(report.at) }]),
    ],
    hasConsents: consents.length > 0,
    postcode: check.postcode,
  };
}
