import { hasReport, reportName, type Checked, type Consent } from "#app/areas/line-faults/check.server.ts";
import { describe } from "#app/errors/error-page.ts";
import {
  failedCall,
  hadNoEffect,
  isPortalApiError,
  refusal,
  type PortalApiError,
} from "#app/portal-api/errors.ts";
import { createTroubleReport, getLineCheck, type Appointment } from "#app/portal-api/line-faults.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import { lastingApiOf, type RouteArgs } from "#app/request/portal.ts";
import { listOpenSlots, type Bookable } from "./bookable.server.ts";
import { SLOT_TAKEN, type VisitDetails } from "./booking-forms.ts";
import { settleConsents } from "./consent.server.ts";
import { valueOf } from "./slots.server.ts";

interface SentReport {
  readonly appointment?: Appointment;
  /** The agreed price of a chargeable appointment. */
  readonly cost?: string;
  readonly consents: readonly Consent[];
}

/** A trouble report that was logged; kept for a day. */
export interface Booked extends SentReport {
  readonly state: "booked";
  readonly ticketId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A trouble report that was refused, or with `perhapsLogged` one whose answer was lost. */
interface NotBooked {
  readonly state: "refused";
  /** The slot that was no longer available; '' if that was not the reason. */
  readonly goneSlot: string;
  readonly perhapsLogged: boolean;
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
}

type Ended = Booked | NotBooked;
type Ref = Pick<Checked, "portal" | "id">;

/** The latest attempt to send a check's report, shared by all sessions. Written only by the holder of the lock. */
interface Attempt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly asked: SentReport;
  /** Undefined while the attempt runs. If it stays so afterwards, no answer came. */
  readonly end?: Ended;
}

const NOTHING_SENT: SentReport = { consents: [] };
/** A report whose answer was lost may still be logged within this time, so nothing is sent again before. */
const LONGEST_LOGGING = 180_000;
const GATEWAY_STATUSES = [502, 504];

export async function findAttempt({ context }: RouteArgs, ref: Ref): Promise<Attempt | undefined> {
  return (await context.services.vault.find(reportName(ref))) as Attempt | undefined;
}

const keepAttempt = ({ context }: RouteArgs, ref: Ref, attempt: Attempt) =>
  context.services.vault.set(reportName(ref), attempt);

/** The check's report, if the portal logged one in the last 24 hours. */
export async function findBooked(args: RouteArgs, ref: Ref): Promise<Booked | undefined> {
  const end = (await findAttempt(args, ref))?.end;
  return end?.state === "booked" ? end : undefined;
}

/** Waits until the latest attempt has ended. Undefined if there was none. Throws when the signal aborts. */
export function awaitEnd(args: RouteArgs, ref: Ref, signal: AbortSignal) {
  return inTurn(args.context.services.vault, reportName(ref), () => settle(args, ref), { signal });
}

/** The latest attempt's outcome. If no answer came, reads the check again: with a ticket, the report was logged. */
async function settle(args: RouteArgs, ref: Ref): Promise<Ended | { readonly state: "lost" } | undefined> {
  const attempt = await findAttempt(args, ref);
  if (!attempt || attempt.end) return attempt?.end;
  const booked = await reportOf(args, ref, attempt.asked).catch(() => undefined);
  const isOver = args.context.services.now().getTime() - attempt.sentAt >= LONGEST_LOGGING;
  if (!booked && !isOver) return { state: "lost" };
  const failure = failedCall(createTroubleReport, { kind: "failed" });
  const end = booked ?? notBooked(failure, { perhapsLogged: true });
  await keepAttempt(args, ref, { ...attempt, end });
  return end;
}

async function reportOf(
  { context }: RouteArgs,
  { portal, id }: Ref,
  asked: SentReport,
): Promise<Booked | undefined> {
  const check = await portal.api.call(getLineCheck, { params: { id } }, { fresh: true });
  if (!hasReport(check)) return undefined;
  const at = context.services.now().toISOString();
  return { ...asked, state: "booked", ticketId: check.supportTicketId, at };
}

/** Starts to send the report, once for all presses, tabs and instances; resolves as soon as it has started. Throws PortalApiError. */
export async function beginReport(args: RouteArgs, checked: Bookable, details: VisitDetails): Promise<void> {
  const { services } = args.context;
  const api = lastingApiOf(args.context, checked.portal.account.clientId);
  const lasting = { ...checked, portal: { ...checked.portal, api } };
  const seen = JSON.stringify(await findAttempt(args, checked));
  await new Promise<void>((underWay) => {
    const work = async () => {
      underWay();
      const isAnothers = JSON.stringify(await findAttempt(args, checked)) !== seen;
      const before = await settle(args, lasting);
      if (before && before.state !== "refused") return;
      // Another press's attempt may have logged it: only a press after that result may send it again.
      if (isAnothers && before?.perhapsLogged) return;
      await keepAttempt(args, checked, await report(args, lasting, details));
    };
    services.inBackground("trouble report", () =>
      inTurn(services.vault, reportName(checked), work).finally(underWay),
    );
  });
}

/** Makes one attempt. If it throws, the report may or may not have been logged. */
async function report(args: RouteArgs, checked: Bookable, details: VisitDetails): Promise<Attempt> {
  const { portal, id, slot } = checked;
  const { log, services, config } = args.context;
  const now = () => services.now().getTime();
  let asked = NOTHING_SENT;
  try {
    const end = await endBefore(args, checked);
    if (end) return { sentAt: now(), asked, end };
    asked = {
      consents: await settleConsents(args, checked),
      ...(slot && { appointment: slot.appointment }),
      ...(slot?.isChargeable && { cost: config.appointmentCost }),
    };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    log.warn(describe(error), "trouble report not sent");
    return { sentAt: now(), asked, end: notBooked(error) };
  }
  const sentAt = now();
  await keepAttempt(args, checked, { sentAt, asked });
  try {
    const body = { ...details, appointment: asked.appointment ?? null };
    const { supportTicketId } = await portal.api.call(createTroubleReport, { params: { checkId: id }, body });
    const at = services.now().toISOString();
    return { sentAt, asked, end: { ...asked, state: "booked", ticketId: supportTicketId, at } };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    return { sentAt, asked, end: await endAfter(args, checked, asked, error) };
  }
}

/** The reason not to send anything: a report exists already, or the slot is taken. */
async function endBefore(args: RouteArgs, checked: Bookable): Promise<Ended | undefined> {
  const { slot } = checked;
  // An existing report may be a colleague's, with another appointment: nothing of this request belongs to it.
  const logged = await reportOf(args, checked, NOTHING_SENT);
  if (logged || !slot) return logged;
  const { open } = await listOpenSlots(args, checked);
  const isOpen = open.some((one) => valueOf(one) === valueOf(slot));
  return isOpen ? undefined : notBooked(refusal("Appointment", SLOT_TAKEN), { goneSlot: valueOf(slot) });
}

/** The outcome of a report whose call failed. Throws the error if the outcome can't be known. */
async function endAfter(
  args: RouteArgs,
  checked: Bookable,
  asked: SentReport,
  error: PortalApiError,
): Promise<Ended> {
  if (error.kind === "failed" && !GATEWAY_STATUSES.includes(error.status ?? 0))
    return (await reportOf(args, checked, asked)) ?? notBooked(error, { perhapsLogged: true });
  if (!hadNoEffect(error)) throw error;
  args.context.log.warn(describe(error), "trouble report refused");
  const { slot } = checked;
  const isGone = error.brokenRules.some(({ property }) => /^appointment/i.test(property));
  const goneSlot = isGone && slot ? valueOf(slot) : "";
  return (await endBefore(args, checked).catch(() => undefined)) ?? notBooked(error, { goneSlot });
}

function notBooked(
  { kind, message, serverText, brokenRules }: PortalApiError,
  { goneSlot = "", perhapsLogged = false } = {},
): NotBooked {
  return {
    state: "refused",
    goneSlot,
    perhapsLogged,
    error: {
      kind,
      message,
      brokenRules,
      ...(serverText === undefined ? {} : { serverText }),
    } as NotBooked["error"],
  };
}
