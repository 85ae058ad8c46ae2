import { redirect } from "@remix-run/node";
import {
  hasReport,
  lineAddress,
  reportKey,
  requireCheck,
  type Agreement,
  type FaultCase,
} from "#app/areas/line-faults/check.server.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { acquireLock, type Lock } from "#app/request/once.server.ts";
import { uncancelledApiOf, type RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import {
  failedCall,
  hadNoEffect,
  isGatewayAnswer,
  isPortalApiError,
  refusal,
  type PortalApiError,
} from "#shared/portal-api/errors.ts";
import { createTroubleReport, getLineCheck, type Appointment } from "#shared/portal-api/line-faults.ts";
import { isNoId } from "#shared/portal-api/shapes.ts";
import { sendAgreements } from "./agreements.server.ts";
import { listOpenSlots, type BookableCase } from "./bookable.server.ts";
import { SLOT_TAKEN, type VisitDetails } from "./booking-forms.ts";
import { parseSlot, slotValue } from "./slots.server.ts";
import { bookedVisits } from "./visits.server.ts";

/** Stored as JSON, so its fields must keep their names. */
interface SentReport {
  readonly appointment?: Appointment;
  /** The agreed price, for a chargeable appointment. */
  readonly cost?: string;
  readonly consents: readonly Agreement[];
  /** Who the engineer will call, and their number. */
  readonly contact?: string;
}

/** A trouble report that was logged; kept for a day. */
export interface LoggedReport extends SentReport {
  readonly state: "booked";
  /** Undefined if the API hasn't given the ticket's id. */
  readonly ticketId: string | undefined;
  /** When it was logged, in ISO 8601. */
  readonly at: string;
}

/** A report that was refused or, if `perhapsLogged`, one whose answer we didn't get. */
interface RefusedReport {
  readonly state: "refused";
  /** The slot that was no longer available; '' if it was refused for another reason. */
  readonly takenSlot: string;
  readonly perhapsLogged: boolean;
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
}

type Outcome = LoggedReport | RefusedReport;
type CheckRef = Pick<FaultCase, "portal" | "id">;

/** The latest attempt to send a check's report, for all sessions. Only written under the lock. */
interface Attempt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly sent: SentReport;
  /** Undefined while the attempt runs, and for good if no answer came. */
  readonly outcome?: Outcome;
}

const NOTHING_SENT: SentReport = { consents: [] };
/** The API may still log a report for this long after its answer was lost, so we don't send it again any sooner. */
const MAX_LOGGING_MS = 180_000;

export async function findAttempt({ context }: RouteArgs, ref: CheckRef): Promise<Attempt | undefined> {
  return (await context.services.records.find(reportKey(ref))) as Attempt | undefined;
}

const saveAttempt = ({ context }: RouteArgs, ref: CheckRef, attempt: Attempt) =>
  context.services.records.change(reportKey(ref), () => attempt);

/** The check's report, if the portal logged one in the last 24 hours. */
export async function findLoggedReport(args: RouteArgs, ref: CheckRef): Promise<LoggedReport | undefined> {
  const outcome = (await findAttempt(args, ref))?.outcome;
  return outcome?.state === "booked" ? outcome : undefined;
}

/** The check's report from the last 24 hours, and its slot. If there's none, redirects as {@link requireCheck} does, or to the start of line faults. */
export async function requireLoggedReport(args: RouteArgs) {
  const portal = await requireAccount(args);
  const id = args.params["id"] ?? "";
  const report = await findLoggedReport(args, { portal, id });
  if (!report) {
    await requireCheck(args);
    throw redirect(paths.lineFaults(), 303);
  }
  const { appointment } = report;
  return { portal, id, report, slot: appointment && parseSlot(appointment, args.context.config) };
}

/** Waits until the latest attempt ends; undefined if there was none. Throws if the signal aborts. */
export async function awaitReportOutcome(args: RouteArgs, ref: CheckRef, signal: AbortSignal) {
  await using _lock = await acquireLock(args.context.services.records, reportKey(ref), { signal });
  return await resolveOutcome(args, ref);
}

/** The latest attempt's outcome. If no answer came, loads the check again: if it has a trouble report by now, it was logged. */
async function resolveOutcome(
  args: RouteArgs,
  ref: CheckRef,
): Promise<Outcome | { readonly state: "undecided" } | undefined> {
  const attempt = await findAttempt(args, ref);
  if (!attempt || attempt.outcome) return attempt?.outcome;
  const report = await findAndRecordReport(args, ref, attempt.sent).catch(() => undefined);
  const isTooLate = args.context.services.now().getTime() - attempt.sentAt >= MAX_LOGGING_MS;
  if (!report && !isTooLate) return { state: "undecided" };
  const failure = failedCall(createTroubleReport, { kind: "failed" });
  const outcome = report ?? refusedReport(failure, { perhapsLogged: true });
  await saveAttempt(args, ref, { ...attempt, outcome });
  return outcome;
}

async function findAndRecordReport(args: RouteArgs, { portal, id }: CheckRef, sent: SentReport) {
  const check = await portal.api.call(getLineCheck, { params: { id } }, { fresh: true });
  if (!hasReport(check)) return undefined;
  const ticketId = isNoId(check.supportTicketId) ? undefined : check.supportTicketId;
  return recordReport(args, { portal, id, check }, sent, ticketId);
}

/** Records the report's visit for the dashboard; returns the logged report. */
function recordReport(
  args: RouteArgs,
  { portal, id: checkId, check }: Pick<FaultCase, "portal" | "id" | "check">,
  sent: SentReport,
  ticketId: string | undefined,
): LoggedReport {
  const { services } = args.context;
  const { appointment, contact } = sent;
  const at = services.now().toISOString();
  const place = lineAddress(check);
  if (appointment && ticketId !== undefined)
    services.inBackground("visit note", () =>
      bookedVisits.add(args, portal, { ticketId, cli: check.cli, appointment, checkId, place, contact, at }),
    );
  return { ...sent, state: "booked", ticketId, at };
}

/** Starts sending the report, once across presses, tabs and instances. Resolves once it has the lock or couldn't get it. */
export async function beginReport(args: RouteArgs, faultCase: BookableCase, details: VisitDetails) {
  const { services } = args.context;
  const api = uncancelledApiOf(args.context, faultCase.portal.account.clientId);
  const uncancelledCase = { ...faultCase, portal: { ...faultCase.portal, api } };
  const attemptBefore = await findAttempt(args, faultCase);
  const lock = acquireLock(services.records, reportKey(faultCase));
  services.inBackground("trouble report", () =>
    logReport(args, uncancelledCase, details, attemptBefore, lock),
  );
  await lock.catch(() => undefined);
}

async function logReport(
  args: RouteArgs,
  faultCase: BookableCase,
  details: VisitDetails,
  attemptBefore: Attempt | undefined,
  lock: Promise<Lock>,
): Promise<void> {
  await using _lock = await lock;
  const attempt = await findAttempt(args, faultCase);
  const anotherPressWasFirst = JSON.stringify(attempt) !== JSON.stringify(attemptBefore);
  const latest = await resolveOutcome(args, faultCase);
  if (latest && latest.state !== "refused") return;
  // The other press may have logged the report, so show that outcome before another press sends it again.
  if (anotherPressWasFirst && latest?.perhapsLogged) return;
  await saveAttempt(args, faultCase, await sendReport(args, faultCase, details));
}

/** Makes one attempt. If it throws, the report may have been logged or not. */
async function sendReport(args: RouteArgs, faultCase: BookableCase, details: VisitDetails): Promise<Attempt> {
  const { portal, id, slot } = faultCase;
  const { log, services, config } = args.context;
  const now = () => services.now().getTime();
  let sent = NOTHING_SENT;
  try {
    const outcome = await checkBeforeSending(args, faultCase);
    if (outcome) return { sentAt: now(), sent, outcome };
    sent = {
      consents: await sendAgreements(args, faultCase),
      ...(slot && { appointment: slot.appointment }),
      ...(slot?.isChargeable && { cost: config.appointmentCost }),
      contact: contactOf(details),
    };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    log.warn(errorLogFields(error), "trouble report not sent");
    return { sentAt: now(), sent, outcome: refusedReport(error) };
  }
  const sentAt = now();
  await saveAttempt(args, faultCase, { sentAt, sent });
  try {
    const body = { ...details, appointment: sent.appointment ?? null };
    const { supportTicketId } = await portal.api.call(createTroubleReport, { params: { checkId: id }, body });
    return { sentAt, sent, outcome: recordReport(args, faultCase, sent, supportTicketId) };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    return { sentAt, sent, outcome: await outcomeOfFailure(args, faultCase, sent, error) };
  }
}

const contactOf = ({ firstName, lastName, contactTelephone }: VisitDetails) =>
  [[firstName, lastName].join(" ").trim(), contactTelephone].filter(Boolean).join(", ");

/** The outcome if there's no need to send: a report already exists, or the slot is taken. */
async function checkBeforeSending(args: RouteArgs, faultCase: BookableCase): Promise<Outcome | undefined> {
  const { slot } = faultCase;
  // An existing report may be a colleague's, so we don't record anything from this request with it.
  const loggedReport = await findAndRecordReport(args, faultCase, NOTHING_SENT);
  if (loggedReport || !slot) return loggedReport;
  const { openSlots } = await listOpenSlots(args, faultCase);
  const isOpen = openSlots.some((openSlot) => slotValue(openSlot) === slotValue(slot));
  return isOpen
    ? undefined
    : refusedReport(refusal("Appointment", SLOT_TAKEN), { takenSlot: slotValue(slot) });
}

/** The outcome of a report whose call failed. Throws the error if the API may still log the report. */
async function outcomeOfFailure(
  args: RouteArgs,
  faultCase: BookableCase,
  sent: SentReport,
  error: PortalApiError,
): Promise<Outcome> {
  if (error.kind === "failed" && !isGatewayAnswer(error))
    return (
      (await findAndRecordReport(args, faultCase, sent)) ?? refusedReport(error, { perhapsLogged: true })
    );
  if (!hadNoEffect(error)) throw error;
  args.context.log.warn(errorLogFields(error), "trouble report refused");
  const { slot } = faultCase;
  const isTaken = error.brokenRules.some(({ property }) => /^appointment/i.test(property));
  const takenSlot = isTaken && slot ? slotValue(slot) : "";
  // Someone may have logged a report or taken the slot after we checked.
  return (
    (await checkBeforeSending(args, faultCase).catch(() => undefined)) ?? refusedReport(error, { takenSlot })
  );
}

function refusedReport(
  { kind, message, serverText, brokenRules }: PortalApiError,
  { takenSlot = "", perhapsLogged = false } = {},
): RefusedReport {
  return { state: "refused", takenSlot, perhapsLogged, error: { kind, message, serverText, brokenRules } };
}
