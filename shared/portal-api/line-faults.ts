import { z } from "zod";
import { expectations } from "./deviations.ts";
import { operation } from "./operation.ts";
import { BARE_ID, savedId } from "./saved.ts";
import {
  apiId,
  idAsSent,
  isNoId,
  isWordOrAbsent,
  itemsOf,
  shown,
  toWord,
  withApiId,
  type ApiId,
} from "./shapes.ts";

/** The statuses of a line test that has ended; with any other it's running. */
export const lineCheckStatus = { finished: "Finished", failed: "Failed" } as const;

const statusWords = Object.values(lineCheckStatus);

/** A {@link lineCheckStatus} in our spelling, because some APIs write 'finished'. */
const lineCheckStatusName = z
  .preprocess(
    (status) => (typeof status === "number" ? String(status) : status),
    z
      .string()
      .min(1)
      .transform((status) => toWord(statusWords, status)),
  )
  .register(expectations, { hasExpectedType: isWordOrAbsent })
  .meta({ "x-extensible-enum": statusWords });

export const EXTRA_HIGH_CARE = "extrahigh";

/** A care level in one spelling, because APIs write 'Med', 'Medium', 'Extra High' and 'ExtraHigh'. */
export function careLevelName(level: string): string {
  const name = level.replace(/\s/g, "").toLowerCase();
  return name === "med" ? "medium" : name;
}

export const listFaultCodes = operation({
  method: "GET",
  path: "LineFault/FaultCodes",
  answer: itemsOf(z.object({ code: apiId, description: shown.text() }).transform(withApiId("code"))),
  isList: true,
  failure: "There was an error getting Fault Codes.",
});

/** The answer isn't documented. It's read as the new check's id if we find one, otherwise as ''. */
export const requestLineCheck = operation({
  method: "POST",
  path: "LineFault/LineFaultCheck",
  body: z.object({ cli: z.string(), postcode: z.string(), faultCode: idAsSent }),
  allowsPlainText: true,
  answer: z.unknown().transform(checkIdIn),
  failure: "There was an error requesting line check.",
});

function checkIdIn(answer: unknown): ApiId {
  const isObject = typeof answer === "object" && answer !== null;
  const ids = isObject ? idsIn(answer) : idsIn({ id: answer }).filter((id) => BARE_ID.test(String(id)));
  return ids[0] ?? "";
}

function idsIn(answer: object): ApiId[] {
  const { id, lineFaultCheckId, faultCheckId } = answer as Readonly<Record<string, unknown>>;
  return [id, lineFaultCheckId, faultCheckId]
    .filter((id) => typeof id === "string" || typeof id === "number")
    .filter((id) => /^(?=.*\d)[\w-]{1,100}$/.test(String(id)) && !isNoId(id));
}

/** Keeps unknown fields, because one of them may be the check's id (see idsIn). */
const lineCheckFields = z.looseObject({
  status: lineCheckStatusName,
  isFault: z.boolean().nullish(),
  info: shown.message(),
  cli: shown.text(),
  postcode: shown.text(),
  /** '' means low. */
  careLevel: shown.text(),
  troubleReportReference: shown.text(),
  supportTicketId: shown.text(),
  hasLineAssurance: shown.unchangedFlag(),
  noFaultCheckListConfirmed: shown.unchangedFlag(),
  thoroughfareNumber: shown.text(),
  thoroughfareName: shown.text(),
  postTown: shown.text(),
  county: shown.text(),
});
const lineCheck = lineCheckFields.transform((check) => ({ ...check, apiIds: idsIn(check) }));
export type LineCheck = z.output<typeof lineCheck>;

export const getLineCheck = operation({
  method: "GET",
  path: "LineFault/LineFaultCheckStatus/{id}",
  params: z.object({ id: z.string() }),
  answer: lineCheck,
  failure: "There was an error requesting line check status",
});

/** Records what a customer has accepted. It only counts if the answer confirms it. */
export const acknowledgeAcceptance = operation({
  method: "PUT",
  path: "LineFault/AcknowledgeAcceptance",
  body: z.object({
    faultCheckId: idAsSent,
    timeRelatedChargesAccepted: z.boolean(),
    chargeableAppointmentAccepted: z.boolean(),
    noFaultCheckListConfirmed: z.boolean(),
  }),
  answer: z.object({
    timeRelatedChargesAccepted: shown.unchangedFlag(),
    chargeableAppointmentAccepted: shown.unchangedFlag(),
    noFaultCheckListConfirmed: shown.unchangedFlag(),
  }),
  failure: "There was an error fetching acceptance details.",
});

/** `appointmentDate` is a day as ISO text, `appointmentTimeslot` the slot's name. */
const appointment = z.object({
  appointmentDate: z.string().min(1),
  appointmentTimeslot: z.string().min(1),
});
export type Appointment = z.output<typeof appointment>;

/** An appointment without a readable date or slot is counted, but not offered. */
const offeredAppointment = z.object({
  appointmentDate: z.string().catch(""),
  appointmentTimeslot: z.string().catch(""),
});

export const listAppointments = operation({
  method: "GET",
  path: "LineFault/AvailableAppointments/{id}",
  params: z.object({ id: z.string() }),
  answer: itemsOf(offeredAppointment),
  isList: true,
  failure: "There was an error requesting available engineer appointments.",
});

/** `appointment` is null if the care level doesn't need one. */
export const createTroubleReport = operation({
  method: "POST",
  path: "LineFault/TroubleReport/{checkId}",
  params: z.object({ checkId: z.string() }),
  body: z.object({
    firstName: z.string(),
    lastName: z.string(),
    contactTelephone: z.string(),
    problemDescription: z.string(),
    appointment: appointment.nullable(),
  }),
  answer: z.object({ supportTicketId: savedId.transform(String) }),
  failure: "There was an error booking new appointment.",
});
