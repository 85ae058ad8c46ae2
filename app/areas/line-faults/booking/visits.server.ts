import { z } from "zod";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseSlot, type OpenSlot } from "./slots.server.ts";

/** Appointments are offered for two months at most. */
const VISIT_KEPT_MS = 62 * 24 * 60 * 60 * 1000;

/** The engineer visits that were booked in this portal, since the API has no list of them. */
export const bookedVisits = accountNotes(
  "engineer visits",
  VISIT_KEPT_MS,
  200,
  z.object({
    ticketId: z.string(),
    cli: z.string(),
    appointment: z.object({ appointmentDate: z.string(), appointmentTimeslot: z.string() }),
  }),
  ({ ticketId, appointment }) => [JSON.stringify([ticketId, appointment]), appointment.appointmentDate],
);

export interface Visit {
  readonly ticketId: string;
  /** The line's telephone number. */
  readonly cli: string;
  readonly slot: OpenSlot;
}

/** The visits that were booked in this portal for the account, unsorted. */
export async function listVisits(args: RouteArgs, portal: Portal): Promise<Visit[]> {
  return (await bookedVisits.list(args, portal)).flatMap(({ ticketId, cli, appointment }) => {
    const slot = parseSlot(appointment, args.context.config);
    return slot ? [{ ticketId, cli, slot }] : [];
  });
}
