import { tz } from "@date-fns/tz";
import { format } from "date-fns/format";
import type { LoadContext } from "#server/load-context.ts";
import { maximum, textLength } from "#shared/limits.ts";
import type { Appointment } from "#shared/portal-api/line-faults.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";

const london = tz("Europe/London");

type SlotConfig = Pick<LoadContext["config"], "freeSlots" | "chargeableSlots" | "weekendAppointments">;

export interface Slot {
  /** The London day, '2026-11-24'. */
  readonly day: string;
  readonly key: string;
  readonly title: string;
  readonly hours?: { readonly from: string; readonly to: string };
  readonly isChargeable: boolean;
}

/** A slot of an appointment from the API, whether it's open, chosen or booked. */
export interface AppointmentSlot extends Slot {
  /** The API's own object, which it expects back unchanged. */
  readonly appointment: Appointment;
}

const normalisedKey = (key: string) => key.replace(/[\s_,–-]/g, "").toLowerCase();

/** What the form sends for a slot: '2026-11-24 am'. */
export const slotValue = ({ day, key }: Slot) => `${day} ${normalisedKey(key)}`;

/** An appointment's slot; undefined if its date is unreadable or its name too long. A slot that isn't configured counts as chargeable. */
export function parseSlot(appointment: Appointment, config: SlotConfig): AppointmentSlot | undefined {
  const { appointmentDate, appointmentTimeslot: key } = appointment;
  const date = parseMoment(appointmentDate);
  if (!date || key.length > textLength.title) return undefined;
  const day = londonDay(date);
  const configured = slotsOn(day, config).find((slot) =>
    [slot.key, slot.title, timeText(slot)].some((name) => normalisedKey(name) === normalisedKey(key)),
  );
  return { ...(configured ?? { day, key, title: key, isChargeable: true }), appointment };
}

/** The slots that can be chosen, and the number of unreadable appointments. */
export function readOpenSlots(appointments: readonly Appointment[], config: SlotConfig) {
  const slots = appointments
    .map((appointment) => parseSlot(appointment, config))
    .filter((slot) => slot !== undefined);
  // Sunday is day 0 and Saturday day 6.
  const isOnWeekend = ({ day }: Slot) => new Date(day).getUTCDay() % 6 === 0;
  const openSlots = slots.filter((slot) => config.weekendAppointments || !isOnWeekend(slot));
  return { openSlots, unreadableCount: appointments.length - slots.length };
}

function slotsOn(day: string, { freeSlots, chargeableSlots }: SlotConfig): Slot[] {
  return [
    ...freeSlots.map((slot) => ({ ...slot, day, isChargeable: false })),
    ...chargeableSlots.map((slot) => ({ ...slot, day, isChargeable: true })),
  ];
}

/** The first days with all their slots in time order. A configured slot that isn't open is shown as taken. */
export function listSlotDays(openSlots: readonly Slot[], config: SlotConfig, withChargeable: boolean) {
  const openByDay = Map.groupBy(openSlots, ({ day }) => day);
  const days = [...openByDay.keys()].sort().slice(0, maximum.slotDays);
  return days.map((day) => {
    const openOnDay = new Map(openByDay.get(day)?.map((slot) => [slotValue(slot), slot]));
    const slots = new Map([
      ...slotsOn(day, config).map((slot) => [slotValue(slot), slot] as const),
      ...openOnDay,
    ]);
    // Those without configured hours come last, in the configuration's order.
    const sorted = [...slots.values()].sort((a, b) => startOf(a).localeCompare(startOf(b)));
    const viewsOf = (isChargeable: boolean) =>
      sorted
        .filter((slot) => slot.isChargeable === isChargeable)
        .slice(0, maximum.slotsOfADay)
        .map((slot) => {
          const value = slotValue(slot);
          return { value, title: slot.title, hours: hoursText(slot), isTaken: !openOnDay.has(value) };
        });
    return {
      day,
      heading: format(parseMoment(day)!, "EEE d MMM", { in: london }),
      free: viewsOf(false),
      chargeable: withChargeable ? viewsOf(true) : [],
    };
  });
}

const startOf = ({ hours }: Slot) => hours?.from ?? "24:00";

export type DayView = ReturnType<typeof listSlotDays>[number];

const hoursText = ({ hours }: Pick<Slot, "hours">) => (hours ? `${hours.from}–${hours.to}` : "");

/** 'AM Morning, 08:00–13:00'. */
export const timeText = (slot: Pick<Slot, "title" | "hours">) =>
  [slot.title, hoursText(slot)].filter(Boolean).join(", ");

/** 'Tuesday, 24th November 2026'. */
export const dayText = ({ day }: Pick<Slot, "day">) =>
  format(parseMoment(day)!, "EEEE, do MMMM yyyy", { in: london });

/** 'Wed 25 Nov, 08:00–13:00'. */
export const visitText = (slot: Slot) =>
  [format(parseMoment(slot.day)!, "EEE d MMM", { in: london }), hoursText(slot) || slot.title].join(", ");

export function visitFacts(slot: Slot | undefined, cost: string | undefined) {
  if (!slot) return [];
  return [
    { term: "Appointment date", detail: dayText(slot) },
    { term: "Appointment time", detail: timeText(slot) },
    ...(cost === undefined ? [] : [{ term: "Appointment cost", detail: cost }]),
  ];
}

/** When the engineer may come: the whole day if the slot has no configured hours. */
export function slotSpan({ day, hours }: Slot): { readonly start: Date; readonly end: Date } {
  const momentAt = (time: string) => new Date(parseMoment(`${day}T${time}:00`)!);
  return { start: momentAt(hours?.from ?? "00:00"), end: momentAt(hours?.to ?? "23:59") };
}
