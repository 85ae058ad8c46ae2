import { z } from "zod";
import type { Appointment } from "#app/portal-api/line-faults.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseSlot, type OpenSlot } from "./slots.server.ts";

/** Appointments are offered for two months at most. */
const NOTE_MS = 62 * 24 * 60 * 60 * 1000;

const visitNote = z.object({
  ticketId: z.string(),
  cli: z.string(),
  appointment: z.object({ appointmentDate: z.string(), appointmentTimeslot: z.string() }),
});

export interface Visit {
  readonly ticketId: string;
  /** The line's telephone number. */
  readonly cli: string;
  readonly slot: OpenSlot;
}

const notesOf = ({ context }: Pick<RouteArgs, "context">, { account }: Pick<Portal, "account">) =>
  context.services.vault.setOf(`engineer visits ${account.clientId}`, NOTE_MS);

/** Notes a visit that was booked here, since the API has no list of them. */
export async function noteVisit(
  args: RouteArgs,
  portal: Pick<Portal, "account">,
  visit: { ticketId: string; cli: string; appointment: Appointment },
): Promise<void> {
  await notesOf(args, portal).add(JSON.stringify(visit));
}

/** The visits that were booked in this portal for the account, in any order. */
export async function listVisits(args: RouteArgs, portal: Portal): Promise<Visit[]> {
  const notes = await notesOf(args, portal).members();
  return [...notes].flatMap((note) => {
    const { ticketId, cli, appointment } = visitNote.parse(JSON.parse(note));
    const slot = parseSlot(appointment, args.context.config);
    return slot ? [{ ticketId, cli, slot }] : [];
  });
}
