import { requireCheck, skipsAppointment, type FaultCase } from "#app/areas/line-faults/check.server.ts";
import { requireStep } from "#app/flows/flow.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import { listAppointments } from "#shared/portal-api/line-faults.ts";
import { validAgreements } from "./agreements.server.ts";
import { parseSlot, readOpenSlots, slotValue, type AppointmentSlot } from "./slots.server.ts";

/** A case that can be reported. The slot is undefined until one is chosen, or if the care level doesn't need one. */
export type BookableCase = FaultCase & { readonly slot?: AppointmentSlot };

/** The hidden field's value for the slot that the page shows; '' if there's none. */
export const shownSlotValue = ({ slot }: BookableCase) => (slot ? slotValue(slot) : "");

/** The case for this step. Redirects to the first step that isn't done, or as {@link requireCheck} does. */
export async function requireBookable(
  args: RouteArgs,
  step: "charges" | "appointment" | "slotCharges" | "details",
): Promise<BookableCase> {
  const faultCase = await requireCheck(args);
  const { check, progress, id } = faultCase;
  const agreements = validAgreements(args, faultCase);
  const needsNoAppointment = skipsAppointment(check);
  const slot =
    !needsNoAppointment && progress.slot ? parseSlot(progress.slot, args.context.config) : undefined;
  const steps = {
    charges: {
      path: paths.lineFaultCharges(id),
      isSkipped: needsNoAppointment || check.hasLineAssurance === true,
      isDone: agreements.timeRelatedChargesAccepted !== undefined,
    },
    appointment: {
      path: paths.lineFaultAppointment(id),
      isSkipped: needsNoAppointment,
      isDone: slot !== undefined,
    },
    slotCharges: {
      path: paths.lineFaultSlotCharges(id),
      isSkipped: slot?.isChargeable !== true,
      isDone: agreements.chargeableAppointmentAccepted !== undefined,
    },
    details: { path: paths.lineFaultDetails(id) },
  };
  requireStep(steps, step);
  return { ...faultCase, slot };
}

/** The slots that the API offers now, and how many are unreadable. Throws PortalApiError, including if all are unreadable. */
export async function listOpenSlots(
  { context }: RouteArgs,
  { portal, id }: Pick<FaultCase, "portal" | "id">,
) {
  const appointments = await portal.api.call(listAppointments, { params: { id } }, { fresh: true });
  const slots = readOpenSlots(appointments, context.config);
  if (slots.unreadableCount > 0 && slots.unreadableCount === appointments.length)
    throw failedCall(listAppointments, { kind: "malformed" });
  return slots;
}
