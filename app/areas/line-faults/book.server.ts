import { describe } from "#app/errors/error-page.ts";
import {
  failedCall,
  hadNoEffect,
  isPortalApiError,
  refusal,
  type PortalApiError,
} from "#app/portal-api/errors.ts";
import { createTroubleReport, getLineCheck, type Appointment } from "#app/portal-api/line-faults.ts";
import { awaitOutcome, findOutcome, once, put, type Outcome } from "#app/request/across-instances.server.ts";
import { lastingApiOf, type RouteArgs } from "#app/request/portal.ts";
import { listOpenSlots, type Bookable } from "./bookable.server.ts";
import { SLOT_TAKEN, type Details } from "./booking-forms.ts";
import { hasReport, progressOf, type Checked } from "./check.server.ts";
import { valueOf } from "./slots.server.ts";

/** A trouble report that was logged, and what is told of it for a day. */
export interface Booked {
  readonly state: "booked";
  readonly ticketId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly appointment?: Appointment;
}

/** One that was not, or where nobody knows: then `perhapsLogged`. */
export interface NotBooked {
  readonly state: "refused";
  /** The slot that could not be had any more; '' where that was not the reason. */
  readonly goneSlot: string;
  readonly perhapsLogged: boolean;
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
}

type Ended = Booked | NotBooked;
/** No answer came, and it may still be logged: nothing is sent again before the longest time for that has passed. */
type Tried = Ended | { readonly state: "lost" };
type Ref = Pick<Checked, "portal" | "id">;

const LONGEST_LOGGING = 180_000;
/** What a gateway says when the API has not answered it. */
const LOST = [502, 504];

/** The attempts at a check's report are counted for all sessions, and each is made once. */
const counterOf = ({ portal, id }: Ref) => `trouble report ${portal.account.clientId} ${id}`;

async function latestAttempt({ context }: RouteArgs, ref: Ref): Promise<number> {
  return Number((await context.services.vault.find(counterOf(ref))) ?? 1);
}

const nameOf = (ref: Ref, attempt: number) => `${counterOf(ref)} ${attempt}`;
/** In the vault: when an attempt was sent. */
const sentName = (attempt: string) => `${attempt} sent`;

/** The report of this check, if one was logged from here within a day. */
export async function findBooked(args: RouteArgs, ref: Ref): Promise<Booked | undefined> {
  const name = nameOf(ref, await latestAttempt(args, ref));
  const outcome = await findOutcome<Ended>(args.context.services.vault, name);
  return outcome?.state === "known" && outcome.value.state === "booked" ? outcome.value : undefined;
}

/** How the latest attempt ended; waits while it runs. Undefined where nothing was sent. */
export async function awaitEnd(args: RouteArgs, ref: Ref): Promise<Tried | undefined> {
  const name = nameOf(ref, await latestAttempt(args, ref));
  return settle(args, ref, name, await awaitOutcome<Ended>(args.context.services.vault, name));
}

/** How the latest attempt ended; undefined where there was none, and while it runs. */
export async function findEnd(args: RouteArgs, ref: Ref): Promise<Tried | undefined> {
  const name = nameOf(ref, await latestAttempt(args, ref));
  return settle(args, ref, name, await findOutcome<Ended>(args.context.services.vault, name));
}

/** Where nobody knows how a call ended, the check is read again: its ticket decides. */
async function settle(args: RouteArgs, ref: Ref, name: string, outcome: Outcome<Ended> | undefined) {
  if (outcome?.state !== "unknown") return outcome?.value;
  const { slot } = progressOf(ref.portal, ref.id);
  const report = await reportOf(args, ref, slot).catch(() => undefined);
  const { vault, now } = args.context.services;
  if (report) {
    await put(vault, name, { state: "known", value: report });
    return report;
  }
  const sentAt = Number((await vault.find(sentName(name))) ?? 0);
  if (now().getTime() - sentAt < LONGEST_LOGGING) return { state: "lost" } as const;
  return notBooked(failedCall(createTroubleReport, { kind: "failed" }), { perhapsLogged: true });
}

/** The report that the API has of the check, and the appointment that it was sent with. Throws PortalApiError. */
async function reportOf(
  { context }: RouteArgs,
  { portal, id }: Ref,
  appointment?: Appointment,
): Promise<Booked | undefined> {
  const check = await portal.api.call(getLineCheck, { params: { id } }, { fresh: true });
  if (!hasReport(check)) return undefined;
  const at = context.services.now().toISOString();
  return { state: "booked", ticketId: check.supportTicketId, at, ...(appointment ? { appointment } : {}) };
}

/** Begins to log the report, once over presses, tabs and instances; resolves when it is under way or was before. Throws PortalApiError. */
export async function beginReport(args: RouteArgs, checked: Bookable, details: Details): Promise<void> {
  const { services } = args.context;
  const api = lastingApiOf(args.context, checked.portal.account.clientId);
  const lasting = { ...checked, portal: { ...checked.portal, api } };
  const before = await latestAttempt(args, checked);
  const ended = await findEnd(args, checked);
  const attempt = ended?.state === "refused" ? before + 1 : before;
  if (attempt > before) await put(services.vault, counterOf(checked), attempt);
  const name = nameOf(checked, attempt);
  await new Promise<void>((underWay) => {
    const work = () => {
      underWay();
      return report(args, lasting, details, name);
    };
    services.inBackground("trouble report", () => once(services.vault, name, work).finally(underWay));
  });
}

/** One attempt. What it throws may have had its effect; all else is told. */
async function report(args: RouteArgs, checked: Bookable, details: Details, name: string): Promise<Ended> {
  const { portal, id, slot } = checked;
  const { log, services } = args.context;
  const look = async () => {
    // One that was there before may be somebody else's, with another appointment.
    const logged = await reportOf(args, checked);
    if (logged || !slot) return logged;
    const open = await listOpenSlots(args, checked);
    const isOpen = open.some((one) => valueOf(one) === valueOf(slot));
    return isOpen ? undefined : notBooked(refusal("Appointment", SLOT_TAKEN), { goneSlot: valueOf(slot) });
  };
  try {
    const found = await look();
    if (found) return found;
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    log.warn(describe(error), "trouble report not sent");
    return notBooked(error);
  }
  const appointment = slot?.appointment;
  try {
    const body = { ...details, appointment: appointment ?? null };
    await put(services.vault, sentName(name), services.now().getTime());
    const { supportTicketId } = await portal.api.call(createTroubleReport, { params: { checkId: id }, body });
    const at = services.now().toISOString();
    return { state: "booked", ticketId: supportTicketId, at, ...(appointment ? { appointment } : {}) };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    if (error.kind === "failed" && !LOST.includes(error.status ?? 0))
      return (await reportOf(args, checked, appointment)) ?? notBooked(error, { perhapsLogged: true });
    if (!hadNoEffect(error)) throw error;
    log.warn(describe(error), "trouble report refused");
    const isGone = error.brokenRules.some(({ property }) => /^appointment/i.test(property));
    const goneSlot = isGone && slot ? valueOf(slot) : "";
    return (await look().catch(() => undefined)) ?? notBooked(error, { goneSlot });
  }
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
