import { createHash } from "node:crypto";
import { tz } from "@date-fns/tz";
import { addDays } from "date-fns/addDays";
import { format } from "date-fns/format";
import { getDay } from "date-fns/getDay";
import { bankHolidays } from "#shared/time/working-days.server.ts";
import { outcomeOf } from "./line-outcomes.ts";

const london = tz("Europe/London");
const DAYS_UNTIL_FIRST = 2;
const DAYS = 28;
const SUNDAY = 0;
const SATURDAY = 6;

/** The first two are free of charge. */
const slotNames = [
  "AM Morning",
  "PM Afternoon",
  "Early Morning",
  "Late Morning",
  "Early Afternoon",
  "Evening",
] as const;

/** An appointment with an engineer. */
export interface Slot {
  readonly appointmentDate: string;
  readonly appointmentTimeslot: string;
}

/** The free slots in the next four weeks, without Sundays and bank holidays. About a quarter are taken, the same ones for everyone. */
export function availableSlots(cli: string, now: Date): Slot[] {
  if (outcomeOf(cli) === "no-slots") return [];
  const days = Array.from({ length: DAYS }, (_, index) => addDays(london(now), DAYS_UNTIL_FIRST + index));
  return days.flatMap((day) => {
    const date = format(day, "yyyy-MM-dd");
    if (getDay(day) === SUNDAY || bankHolidays.has(date)) return [];
    const names = getDay(day) === SATURDAY ? slotNames.slice(0, 1) : slotNames;
    return names
      .filter((name) => !isTaken(date, name))
      .map((name) => ({ appointmentDate: date, appointmentTimeslot: name }));
  });
}

/** Whether a slot can be booked. For 'slot-gone' numbers no morning can, even though they're listed. */
export function isAvailable(cli: string, { appointmentDate, appointmentTimeslot }: Slot, now: Date): boolean {
  const isGone = outcomeOf(cli) === "slot-gone" && appointmentTimeslot === slotNames[0];
  const isListed = availableSlots(cli, now).some(
    (slot) => slot.appointmentDate === appointmentDate && slot.appointmentTimeslot === appointmentTimeslot,
  );
  return isListed && !isGone;
}

function isTaken(date: string, name: string): boolean {
  const [byte = 0] = createHash("sha256").update(`${date} ${name}`).digest();
  return byte % 4 === 0;
}
