import { payloadOf } from "#app/areas/notifications/notification-link.ts";
import { EXTRA_HIGH_CARE, lineCheckStatus, type LineCheck } from "#shared/portal-api/line-faults.ts";
import { notificationStatus, type Notification } from "#shared/portal-api/notifications.ts";
import { answerFindings } from "./answer-checks.ts";
import { MARK, NOBODYS_PHONE } from "./editing.ts";
import {
  deviationFinding,
  failureFinding,
  itemsIn,
  statusText,
  typeInWords,
  valuesAt,
  type CheckOutcome,
  type Finding,
} from "./finding.ts";
import { invalidSaveFinding, NO_SUCH_ID } from "./read-checks.ts";
import { closeTicket } from "./ticket-checks.ts";
import type { CheckContext, Send } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

type CallContext = Pick<CheckContext, "send" | "call">;

/** How many checks we read at most to find one that needs an appointment. */
const MAX_CHECKS_READ = 20;
const NO_CHECK = "no notification of the account tells of a line check";

/** The ids of the line checks in the account's notifications, newest first. */
async function lineCheckIds({ send, call }: CallContext): Promise<readonly string[]> {
  const includedStatusCodes = Object.values(notificationStatus);
  const query = { SortBy: "issuedon DESC", PageSize: 100, PageNumber: 1, includedStatusCodes };
  const { body } = await send(call("GET Notification/MyNotifications"), { query });
  const ids = itemsIn(body).map((notification) => payloadOf(notification as Notification).id);
  return [...new Set(ids.filter((id) => id !== ""))];
}

async function getCheckOrRedirect({ send, call }: CallContext, id: string): Promise<LineCheck | undefined> {
  const contractCall = call("GET LineFault/LineFaultCheckStatus/{id}");
  const { status, body } = await send(contractCall, { params: { id } });
  const parsed = contractCall.operation.answer.safeParse(body);
  return status === 200 && parsed.success ? (parsed.data as LineCheck) : undefined;
}

/** The newest check, or the newest one that needs an appointment; or the reason why there isn't one. */
export async function findLineCheck(
  context: CallContext,
  isBookable: boolean,
): Promise<{ id: string } | string> {
  const ids = await lineCheckIds(context);
  const [newest] = ids;
  if (newest === undefined) return NO_CHECK;
  if (!isBookable) return { id: newest };
  for (const id of ids.slice(0, MAX_CHECKS_READ)) {
    const check = await getCheckOrRedirect(context, id);
    const isFault = check?.status === lineCheckStatus.finished && check.isFault === true;
    if (isFault && check.careLevel !== EXTRA_HIGH_CARE && check.supportTicketId === "") return { id };
  }
  return "no line check of the account awaits an appointment";
}

/** Tests a line that's been tested before, because that one belongs to the account. */
export async function checkLineTest(
  contractCall: ContractCall,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { send, call } = context;
  const refused = invalidSaveFinding(
    contractCall,
    await send(contractCall, { body: { cli: "", postcode: "", faultCode: "" } }),
  );
  const findings = refused ? [refused] : [];
  const earlier = await findLineCheck(context, false);
  const check = typeof earlier === "string" ? undefined : await getCheckOrRedirect(context, earlier.id);
  const codes = await send(call("GET LineFault/FaultCodes"), {});
  const [faultCode] = [...valuesAt(codes.body, "code"), ...valuesAt(codes.body, "items.code")].filter(
    Boolean,
  );
  if (!check?.cli || faultCode === undefined)
    return { findings, note: "no test is begun: the account has no earlier one that names its line" };
  const { cli, postcode } = check;
  const reply = await send(contractCall, { body: { cli, postcode, faultCode: String(faultCode) } });
  const answer = answerFindings(contractCall, reply);
  if (answer.length > 0) return [...findings, ...answer];
  const id = String(contractCall.operation.answer.parse(reply.body));
  const consequence = "the test's page can't show its result";
  if (id === "")
    return [
      ...findings,
      deviationFinding("id", "the id of the new check", typeInWords(reply.body), consequence),
    ];
  const { status } = await send(call("GET LineFault/LineFaultCheckStatus/{id}"), { params: { id } });
  if (status === 200) return findings;
  return [...findings, failureFinding("its LineFaultCheckStatus", "200", statusText(status), consequence)];
}

/** Accepts the charges. The portal only lets the customer continue if the answer repeats what they accepted. */
export async function checkAcceptance(
  contractCall: ContractCall,
  context: CheckContext,
): Promise<CheckOutcome> {
  const bookable = await findLineCheck(context, true);
  const check = typeof bookable === "string" ? await findLineCheck(context, false) : bookable;
  if (typeof check === "string") return check;
  const flags = {
    timeRelatedChargesAccepted: true,
    chargeableAppointmentAccepted: true,
    noFaultCheckListConfirmed: true,
  };
  const reply = await context.send(contractCall, { body: { faultCheckId: check.id, ...flags } });
  const consequence = "the customer can't continue, because their acceptance didn't count";
  const failures = answerFindings(contractCall, reply).filter(({ isMild }) => !isMild);
  const missingFlags = Object.keys(flags).filter((flag) => valuesAt(reply.body, flag)[0] !== true);
  if (failures.length > 0) return failures;
  return missingFlags.map((at) =>
    failureFinding(at, "true", typeInWords(valuesAt(reply.body, at)[0]), consequence),
  );
}

/** Only sends a trouble report if the account's name says that it's for conformance tests, because the report books an engineer. */
export async function checkTroubleReport(
  contractCall: ContractCall,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { send, call } = context;
  const body = {
    firstName: "Conformance",
    lastName: "Check",
    contactTelephone: NOBODYS_PHONE,
    problemDescription: `${MARK}: please do nothing.`,
    appointment: null,
  };
  const unknownCheckReply = await send(contractCall, { params: { checkId: NO_SUCH_ID }, body });
  const refused =
    unknownCheckReply.status === 404 ? undefined : invalidSaveFinding(contractCall, unknownCheckReply);
  const findings: readonly Finding[] = refused ? [refused] : [];
  const { body: summary } = await send(call("GET Client/GetSummaryDetails"), {});
  const isThrowAway = /conformance/i.test(String(valuesAt(summary, "clientName")[0]));
  if (!isThrowAway)
    return { findings, note: "no report is sent: the account's name does not have the word 'conformance'" };
  const check = await findLineCheck(context, true);
  if (typeof check === "string") return { findings, note: `no report is sent: ${check}` };
  const slots = await send(call("GET LineFault/AvailableAppointments/{id}"), { params: check });
  const [appointment] = Array.isArray(slots.body) ? (slots.body as unknown[]) : itemsIn(slots.body);
  if (appointment === undefined) return { findings, note: "no report is sent: no appointment is left" };
  const input = { params: { checkId: check.id }, body: { ...body, appointment } };
  const reply = await send(contractCall, input);
  const answer = answerFindings(contractCall, reply);
  const ticketId = valuesAt(reply.body, "supportTicketId")[0];
  if (ticketId !== undefined) await closeTicket(context, ticketId);
  if (answer.length > 0) return [...findings, ...answer];
  return [...findings, ...secondReportFindings(contractCall, await send(contractCall, input))];
}

function secondReportFindings(
  contractCall: ContractCall,
  reply: Awaited<ReturnType<Send>>,
): readonly Finding[] {
  const refused = invalidSaveFinding(contractCall, reply);
  return refused
    ? [{ ...refused, at: "a second report of the check", consequence: "two engineers may come" }]
    : [];
}
