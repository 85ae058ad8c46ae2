import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { failedCall } from "#app/portal-api/errors.ts";
import { listAppointments } from "#app/portal-api/line-faults.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { requireCheck, skipsAppointment, type Checked } from "./check.server.ts";
import { consentsOf } from "./consent.server.ts";
import { openSlots, slotOf, valueOf, type OpenSlot } from "./slots.server.ts";

/** A check on its way to a trouble report; without a slot before one is chosen, and where the care level needs none. */
export type Bookable = Checked & { readonly slot?: OpenSlot };

/** What a page sends back of the slot that it showed. */
export const shownSlot = ({ slot }: Bookable) => (slot ? valueOf(slot) : "");

/** The check for one of the steps after its results. Throws the redirect to the first step that is not done. */
export async function requireStep(
  args: RouteArgs,
  step: "charges" | "appointment" | "slot charges" | "details",
): Promise<Bookable> {
  const checked = await requireCheck(args);
  const { check, progress, id } = checked;
  if (skipsAppointment(check)) {
    if (step === "details") return checked;
    throw redirect(paths.lineFaultDetails(id), 303);
  }
  const isFree = check.hasLineAssurance === true;
  if (step === "charges") {
    if (isFree) throw redirect(paths.lineFaultAppointment(id), 303);
    return checked;
  }
  const consents = consentsOf(args, checked);
  if (!isFree && !consents.timeRelatedChargesAccepted) throw redirect(paths.lineFaultCharges(id), 303);
  if (step === "appointment") return checked;
  const slot = progress.slot && slotOf(progress.slot, args.context.config);
  if (!slot) throw redirect(paths.lineFaultAppointment(id), 303);
  if (step === "details" && slot.isChargeable && !consents.chargeableAppointmentAccepted)
    throw redirect(paths.lineFaultSlotCharges(id), 303);
  if (step === "slot charges" && !slot.isChargeable) throw redirect(paths.lineFaultDetails(id), 303);
  return { ...checked, slot };
}

/** The slots that the API offers now, and how many more can't be read. Throws PortalApiError, also where that is all of them. */
export async function listOpenSlots({ context }: RouteArgs, { portal, id }: Pick<Checked, "portal" | "id">) {
  const appointments = await portal.api.call(listAppointments, { params: { id } }, { fresh: true });
  const slots = openSlots(appointments, context.config);
  if (slots.unread > 0 && slots.unread === appointments.length)
    throw failedCall(listAppointments, { kind: "malformed" });
  return slots;
}
