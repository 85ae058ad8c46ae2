import { tz } from "@date-fns/tz";
import { format } from "date-fns/format";
import { maximum, textLength } from "#app/limits.ts";
import type { Appointment } from "#app/portal-api/line-faults.ts";
import { londonDay, parseMoment } from "#app/time/moment.ts";
import type { LoadContext } from "#server/load-context.ts";

const london = tz("Europe/London");

type SlotConfig = Pick<LoadContext["config"], "freeSlots" | "chargeableSlots" | "weekendAppointments">;

export interface Slot {
  /** The day in London, '2026-11-24'. */
  readonly day: string;
  readonly key: string;
  readonly title: string;
  readonly hours?: { readonly from: string; readonly to: string };
  readonly isChargeable: boolean;
}

export interface OpenSlot extends Slot {
  /** The API's own object, which it expects back unchanged. */
  readonly appointment: Appointment;
}

const normalised = (key: string) => key.replace(/[\s_-]/g, "").toLowerCase();

/** What the form sends for a slot: '2026-11-24 am'. */
export const slotValue = ({ day, key }: Slot) => `${day} ${normalised(key)}`;

/** Undefined for an unreadable date or name. A slot that the configuration does not name counts as chargeable. */
export function parseSlot(appointment: Appointment, config: SlotConfig): OpenSlot | undefined {
  const { appointmentDate, appointmentTimeslot: key } = appointment;
  const date = parseMoment(appointmentDate);
  if (!date || key.length > textLength.title) return undefined;
  const day = londonDay(date);
  const named = slotsOn(day, config).find((one) =>
    [one.key, one.title].some((name) => normalised(name) === normalised(key)),
  );
  return { ...(named ?? { day, key, title: key, isChargeable: true }), appointment };
}

/** The slots that may be chosen, and the number of unreadable appointments. */
export function openSlots(appointments: readonly Appointment[], config: SlotConfig) {
  const read = appointments
    .map((appointment) => parseSlot(appointment, config))
    .filter((slot) => slot !== undefined);
  const open = read.filter(({ day }) => config.weekendAppointments || !isOnWeekend(day));
  return { open, unread: appointments.length - read.length };
}

const isOnWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0;

function slotsOn(day: string, { freeSlots, chargeableSlots }: SlotConfig): Slot[] {
  return [
    ...freeSlots.map((slot) => ({ ...slot, day, isChargeable: false })),
    ...chargeableSlots.map((slot) => ({ ...slot, day, isChargeable: true })),
  ];
}

/** The first days with all their slots in order of time. A configured slot that is not open is shown as taken. */
export function listSlotDays(open: readonly Slot[], config: SlotConfig, withChargeable: boolean) {
  const openByDay = Map.groupBy(open, ({ day }) => day);
  const days = [...openByDay.keys()].sort().slice(0, maximum.slotDays);
  return days.map((day) => {
    const openOnDay = new Map(openByDay.get(day)?.map((slot) => [slotValue(slot), slot]));
    const slots = new Map([
      ...slotsOn(day, config).map((slot) => [slotValue(slot), slot] as const),
      ...openOnDay,
    ]);
    const shown = [...slots.values()].sort(byTime);
    const viewsOf = (isChargeable: boolean) =>
      shown
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

/** Slots whose hours are not known come last, as they are configured. */
const byTime = (a: Slot, b: Slot) => startOf(a).localeCompare(startOf(b));
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

/** From when to when the engineer may come: the whole day if the slot's hours are not known. */
export function slotSpan({ day, hours }: Slot): { readonly start: Date; readonly end: Date } {
  const at = (time: string) => new Date(parseMoment(`${day}T${time}:00`)!);
  return { start: at(hours?.from ?? "00:00"), end: at(hours?.to ?? "23:59") };
}
