import { tz } from "@date-fns/tz";
import { addDays, addHours, endOfDay, getHours, set } from "date-fns";
import { workingDayAfter } from "#app/time/working-days.server.ts";
import type { LoadContext } from "#server/load-context.ts";

const london = tz("Europe/London");
/** What is reported before this hour is mended on the same day by level 3. */
const NOON_TURN = 13;
const LEVEL_4_HOURS = 6;

/** When a fault that was reported at `from` should be mended by its care level: an estimate. A visit that ends later counts. */
export function repairTarget(
  careLevel: string,
  from: Date,
  levels: LoadContext["config"]["careLevels"],
  visitEnds?: Date,
): Date {
  const level = levels.get(careLevel.toLowerCase()) ?? levels.get("low") ?? 1;
  const target = targetOf(level, from);
  return visitEnds && visitEnds > target ? visitEnds : target;
}

/** The network's maintenance levels: by the end of the day after next, of the next day, by the half day, in six hours. */
function targetOf(level: number, from: Date): Date {
  if (level === 4) return addHours(from, LEVEL_4_HOURS);
  if (level === 3) {
    if (getHours(from, { in: london }) < NOON_TURN) return endOfDay(from, { in: london });
    const noon = { hours: NOON_TURN - 1, minutes: 59, seconds: 0 };
    return set(addDays(from, 1, { in: london }), noon, { in: london });
  }
  const day = level === 2 ? workingDayAfter(from, 1, { saturdays: true }) : workingDayAfter(from, 2);
  return endOfDay(day, { in: london });
}
