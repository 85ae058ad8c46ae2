import { z } from "zod";
import { careLevelName } from "#shared/portal-api/line-faults.ts";
import { flag, text, textList, variable } from "./config-variable.ts";

const SLOT =
  /^(?<key>\w+)=(?<title>[^=,]+?)(?: (?<from>(?:[01]\d|2[0-3]):[0-5]\d)-(?<to>(?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** A kind of engineer's appointment, with its hours in London time. */
export interface AppointmentKind {
  readonly key: string;
  readonly title: string;
  readonly hours?: { readonly from: string; readonly to: string };
}

/** `AM=AM Morning 08:00-13:00,Evening=Evening`: key, name, and hours if known. */
const slots = textList.pipe(
  z.array(
    z
      .string()
      .regex(SLOT)
      .transform((value): AppointmentKind => {
        const { key = "", title = "", from, to } = SLOT.exec(value)?.groups ?? {};
        return { key, title, hours: from && to ? { from, to } : undefined };
      }),
  ),
);

/** `low=1,medium=2`: the network's maintenance level (1 to 4) for each care level. */
const careLevels = textList
  .pipe(z.array(z.string().regex(/^\w[\w ]*=[1-4]$/)))
  .transform(
    (pairs) => new Map(pairs.map((pair) => [careLevelName(pair.slice(0, -2)), Number(pair.at(-1))])),
  );

/** What engineers' appointments are called and cost, and how quickly faults are fixed. */
export const lineFaultVariables = {
  appointmentCost: variable("APPOINTMENT_COST", text, {
    about: "Price of a chargeable appointment, as shown in the agreement. Say whether it includes VAT.",
    defaultValue: "£145",
  }),
  freeSlots: variable("FREE_SLOTS", slots, {
    about:
      "Appointments with no charge, comma-separated: the API's key, `=`, the name and, if you know them, the times (UK time).",
    defaultValue: "AM=AM Morning 08:00-13:00,PM=PM Afternoon 13:00-18:00",
  }),
  chargeableSlots: variable("CHARGEABLE_SLOTS", slots, {
    about: "Same as `FREE_SLOTS`, but for appointments that cost `APPOINTMENT_COST`.",
    defaultValue:
      "EarlyMorning=Early Morning,LateMorning=Late Morning,EarlyAfternoon=Early Afternoon,Evening=Evening",
  }),
  weekendAppointments: variable("WEEKEND_APPOINTMENTS", flag, {
    about: "Set this to `1` to offer appointments on Saturdays and Sundays too.",
  }),
  careLevels: variable("CARE_LEVELS", careLevels, {
    about:
      "The network's maintenance level (1 to 4) for each care level, used to estimate when a fault will be fixed.",
    defaultValue: "low=1,medium=2,high=3,extrahigh=4",
  }),
} as const;
