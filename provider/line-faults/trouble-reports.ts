import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { badRequest, Refusal } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { brokenRule } from "#provider/rules/rule.ts";
import { insert, inTransaction } from "#provider/store/store.ts";
import { addTicket, asHtml } from "#provider/tickets/add-ticket.ts";
import { availableSlots, isAvailable, type Slot } from "./appointments.ts";
import { getLineCheck } from "./line-tests.ts";

const slot = z.object({ appointmentDate: z.string(), appointmentTimeslot: z.string() });
/** A trouble report's body. */
export const troubleReport = z.object({
  firstName: z.string().trim().min(1),
  lastName: z.string().trim().min(1),
  contactTelephone: z.string().regex(/^0\d{9,10}$/),
  problemDescription: z.string().trim().min(1),
  appointment: slot.nullish(),
});
type TroubleReport = z.output<typeof troubleReport>;

interface ReportContext {
  readonly db: DatabaseSync;
  readonly now: Date;
  readonly call: Pick<Call, "clientId" | "caller">;
  readonly checkId: string;
}

/** Logs a check's only trouble report and records the call; returns its ticket's id. Throws refusals. */
export function logTroubleReport(context: ReportContext, report: TroubleReport): string {
  const { db, now, call, checkId } = context;
  const check = getLineCheck(db, call.clientId, checkId);
  const { appointment } = report;
  const record = (outcome: "logged" | "slot gone" | "refused") =>
    insert(db, "trouble_report_calls", {
      line_fault_check_id: check.id!,
      appointment_date: appointment?.appointmentDate ?? null,
      timeslot: appointment?.appointmentTimeslot ?? null,
      outcome,
      called_at: now.getTime(),
    });
  const needsVisit = check.careLevel !== "ExtraHigh";
  if (check.supportTicketId !== null || check.status !== "Finished" || needsVisit !== Boolean(appointment)) {
    record("refused");
    throw badRequest("No trouble report can be logged for this line check.");
  }
  if (appointment && !isAvailable(check.cli, appointment, now)) {
    record("slot gone");
    const gone = brokenRule("Appointment", "Appointment", "The appointment is no longer available.");
    throw new Refusal(400, { brokenRulesCollection: [gone] });
  }
  let ticket = "";
  inTransaction(db, () => {
    ticket = addTicket(db, ticketOf(context, check, report));
    insert(db, "line_reports", {
      line_fault_check_id: check.id!,
      support_ticket_id: Number(ticket),
      raised_at: now.getTime(),
    });
    record("logged");
  });
  return ticket;
}

function ticketOf(
  { now, call }: ReportContext,
  check: ReturnType<typeof getLineCheck>,
  report: TroubleReport,
) {
  const { appointment, firstName, lastName, contactTelephone } = report;
  const visit = appointment
    ? `Engineer appointment: ${appointment.appointmentDate.split("-").reverse().join("/")}, ${appointment.appointmentTimeslot}`
    : "To be fixed without an appointment";
  const lines = [
    report.problemDescription,
    visit,
    `Site contact: ${firstName} ${lastName}, ${contactTelephone}`,
  ];
  return {
    clientId: call.clientId,
    subject: `Fault on line ${check.cli}`,
    details: asHtml(lines.join("\n\n")),
    author: call.caller.claims.name ?? "",
    now,
    category: "Calls & Lines",
    priorityId: 2,
  };
}

/** The free slots for a check, without any already refused as gone. */
export function findFreeSlots(
  db: DatabaseSync,
  { id, cli }: ReturnType<typeof getLineCheck>,
  now: Date,
): Slot[] {
  const gone = db
    .prepare(
      "SELECT appointment_date || timeslot AS slot FROM trouble_report_calls WHERE line_fault_check_id = ? AND outcome = 'slot gone'",
    )
    .all(id!)
    .map((row) => row.slot);
  return availableSlots(cli, now).filter(
    ({ appointmentDate, appointmentTimeslot }) => !gone.includes(appointmentDate + appointmentTimeslot),
  );
}

/** Every trouble report that reached the API, oldest first. */
export function readTroubleReports(db: DatabaseSync) {
  return db
    .prepare("SELECT line_fault_check_id, outcome FROM trouble_report_calls ORDER BY call_id")
    .all()
    .map((row) => ({ checkId: String(row.line_fault_check_id), outcome: String(row.outcome) }));
}
