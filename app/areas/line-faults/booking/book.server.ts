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

/** What a report is sent with. */
interface SentReport {
  readonly appointment?: Appointment;
  /** Of a chargeable appointment, as it was agreed to. */
  readonly cost?: string;
  readonly consents: readonly Consent[];
}

/** A trouble report that was logged, and what is told of it for a day. */
export interface Booked extends SentReport {
  readonly state: "booked";
  readonly ticketId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** One that was not, or where nobody knows: then `perhapsLogged`. */
interface NotBooked {
  readonly state: "refused";
  /** The slot that could not be had any more; '' where that was not the reason. */
  readonly goneSlot: string;
  readonly perhapsLogged: boolean;
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
}

type Ended = Booked | NotBooked;
type Ref = Pick<Checked, "portal" | "id">;

/** The latest attempt at a check's report, for all sessions; changed by who has the turn. */
interface Attempt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly asked: SentReport;
  /** Undefined while it runs; later, no answer came. */
  readonly end?: Ended;
}

const NOTHING_SENT: SentReport = { consents: [] };
/** So long a report may still be logged whose answer was lost: nothing is sent again before. */
const LONGEST_LOGGING = 180_000;
/** What a gateway says when the API has not answered it. */
const GATEWAY_STATUSES = [502, 504];

/** The latest attempt; undefined where nothing was tried. */
export async function findAttempt({ context }: RouteArgs, ref: Ref): Promise<Attempt | undefined> {
  return (await context.services.vault.find(reportName(ref))) as Attempt | undefined;
}

const keepAttempt = ({ context }: RouteArgs, ref: Ref, attempt: Attempt) =>
  context.services.vault.set(reportName(ref), attempt);

/** The report of this check, if one was logged from here within a day. */
export async function findBooked(args: RouteArgs, ref: Ref): Promise<Booked | undefined> {
  const end = (await findAttempt(args, ref))?.end;
  return end?.state === "booked" ? end : undefined;
}

/** How the latest attempt ended; waits while it runs. Undefined where there was none. Throws when the signal aborts. */
export function awaitEnd(args: RouteArgs, ref: Ref, signal: AbortSignal) {
  return inTurn(args.context.services.vault, reportName(ref), () => settle(args, ref), { signal });
}

/** How the latest attempt ended. Where no answer came, the check is read again: its ticket decides. */
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

/** The report that the API has of the check, and what it was sent with. Throws PortalApiError. */
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

/** Begins to log the report, once over presses, tabs and instances; resolves when it is under way or was before. Throws PortalApiError. */
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
      // Another press may have logged it meanwhile: only a new one may risk a second.
      if (isAnothers && before?.perhapsLogged) return;
      await keepAttempt(args, checked, await report(args, lasting, details));
    };
    services.inBackground("trouble report", () =>
      inTurn(services.vault, reportName(checked), work).finally(underWay),
    );
  });
}

/** One attempt. What it throws may have had its effect; all else is told. */
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

/** What the API says before anything is sent: a report that is there, or a slot that has gone. */
async function endBefore(args: RouteArgs, checked: Bookable): Promise<Ended | undefined> {
  const { slot } = checked;
  // One that was there before may be somebody else's, with another appointment.
  const logged = await reportOf(args, checked, NOTHING_SENT);
  if (logged || !slot) return logged;
  const { open } = await listOpenSlots(args, checked);
  const isOpen = open.some((one) => valueOf(one) === valueOf(slot));
  return isOpen ? undefined : notBooked(refusal("Appointment", SLOT_TAKEN), { goneSlot: valueOf(slot) });
}

/** What became of a report whose call failed. Throws where nobody knows. */
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
