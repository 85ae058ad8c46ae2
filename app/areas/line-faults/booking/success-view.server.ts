import { tz } from "@date-fns/tz";
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { endOfDay } from "date-fns/endOfDay";
import { getHours } from "date-fns/getHours";
import { set } from "date-fns/set";
import {
  faultDescription,
  getCheckOrRedirect,
  lineAddress,
  ticketPath,
} from "#app/areas/line-faults/check.server.ts";
import { testStartKey } from "#app/areas/line-faults/line-test/begin-test.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { formatDateTime } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import { careLevelName } from "#shared/portal-api/line-faults.ts";
import { workingDayAfter } from "#shared/time/working-days.server.ts";
import { dayText, slotSpan, visitFacts, visitText } from "./slots.server.ts";
import { requireLoggedReport } from "./trouble-report.server.ts";

export async function successView(args: RouteArgs) {
  const { portal, id, report, slot } = await requireLoggedReport(args);
  const { records } = args.context.services;
  const { consents, ticketId } = report;
  const logged = ticketId === undefined ? "Trouble report logged" : `Ticket ${ticketId} logged`;
  const [check, storedBegunAt] = await Promise.all([
    getCheckOrRedirect(args, portal, id),
    records.find(testStartKey(portal, id)),
  ]);
  const begunAt = typeof storedBegunAt === "number" ? new Date(storedBegunAt).toISOString() : undefined;
  const { careLevel } = check;
  const { careLevels } = args.context.config;
  const target = repairTarget(careLevel, new Date(report.at), careLevels, slot && slotSpan(slot).end);
  return {
    id,
    row: { name: check.cli },
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
        event: `Line test for ${check.cli}: ${faultDescription(check)}`,
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
    hasAgreements: consents.length > 0,
    postcode: check.postcode,
  };
}

const london = tz("Europe/London");
/** At level 3, a fault reported before this hour is fixed the same day. */
const SAME_DAY_CUTOFF_HOUR = 13;
const LEVEL_4_HOURS = 6;

/** Estimates when a fault reported at `from` will be fixed, from its care level. Never before the visit ends. */
export function repairTarget(
  careLevel: string,
  from: Date,
  levels: LoadContext["config"]["careLevels"],
  visitEnds?: Date,
): Date {
  const level = levels.get(careLevelName(careLevel)) ?? levels.get("low") ?? 1;
  const target = levelTarget(level, from);
  return visitEnds && visitEnds > target ? visitEnds : target;
}

/** The network's maintenance levels: 1, end of the second working day; 2, of the next working day; 3, of the next half day; 4, six hours. */
function levelTarget(level: number, from: Date): Date {
  if (level === 4) return addHours(from, LEVEL_4_HOURS);
  if (level === 3) {
    if (getHours(from, { in: london }) < SAME_DAY_CUTOFF_HOUR) return endOfDay(from, { in: london });
    const endOfMorning = { hours: SAME_DAY_CUTOFF_HOUR - 1, minutes: 59, seconds: 0 };
    return set(addDays(from, 1, { in: london }), endOfMorning, { in: london });
  }
  const day = level === 2 ? workingDayAfter(from, 1, { saturdays: true }) : workingDayAfter(from, 2);
  return endOfDay(day, { in: london });
}
