import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { answerPost, type Post } from "#app/forms/post.server.ts";
import { acquireLock } from "#app/request/once.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { unlessNotFound } from "#shared/portal-api/errors.ts";
import {
  careLevelName,
  EXTRA_HIGH_CARE,
  getLineCheck,
  lineCheckStatus,
  type Appointment,
  type LineCheck,
} from "#shared/portal-api/line-faults.ts";
import { isNoId, type ApiId } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";
import { FAULT_FOUND } from "./line-texts.ts";

/** Someone's agreement to charges, with the text that the page showed. Stored as JSON. */
export interface Agreement {
  readonly title: string;
  readonly wording: readonly string[];
  readonly by: string;
  /** When they agreed, in ISO 8601. */
  readonly at: string;
  /** Fingerprint of the slot, price and wording: if any of them changes, the agreement no longer counts. */
  readonly terms: string;
}

/** What this session has entered for one line check. Stored encrypted until 15 minutes after the last change. */
export interface Progress {
  /** The check's id as the API sends it, a number or a text, because it expects the same type back. */
  readonly ownId?: ApiId;
  readonly timeRelatedChargesAccepted?: Agreement;
  readonly chargeableAppointmentAccepted?: Agreement;
  readonly noFaultCheckListConfirmed?: true;
  readonly slot?: Appointment;
  /** Field values from 'Confirm Site Details'. */
  readonly details?: Readonly<Record<string, string>>;
}

/** A line check, with what this session has entered for it. */
export interface FaultCase {
  readonly portal: Portal;
  readonly id: string;
  readonly check: LineCheck;
  readonly progress: Progress;
}

const progressState = flowState<Progress>("line check");

export const getProgress = (portal: Portal, id: string): Progress => progressState.read(portal, id) ?? {};

/** Merges changes into the progress; undefined removes a field. */
export function saveProgress(
  portal: Portal,
  id: string,
  changes: { readonly [Field in keyof Progress]?: Progress[Field] | undefined },
): void {
  progressState.save(portal, { ...getProgress(portal, id), ...changes }, id);
}

/** Chooses a slot, or none, and removes the agreement to the previous slot's price. */
export const chooseSlot = (portal: Portal, id: string, slot: Appointment | undefined) =>
  saveProgress(portal, id, { slot, chargeableAppointmentAccepted: undefined });

export const clearProgress = (portal: Portal, id: string) => progressState.save(portal, undefined, id);

/** The account's check with this id, whatever its status; undefined if there isn't one. Throws PortalApiError. */
export function findCheck({ api }: Portal, id: string): Promise<LineCheck | undefined> {
  return unlessNotFound(api.call(getLineCheck, { params: { id } }));
}

/** Like {@link findCheck}, but redirects to the page that starts line tests if there's no such check. */
export async function getCheckOrRedirect(args: RouteArgs, portal: Portal, id: string): Promise<LineCheck> {
  const check = await findCheck(portal, id);
  if (!check) throw redirectWithoutResults(args, portal, paths.lineFaults());
  return check;
}

/** The redirect from a step whose check has no results. After a POST, the next page also says why. */
export function redirectWithoutResults({ request }: RouteArgs, { session }: Portal, to: string): Response {
  const text = "Operation cannot be started - there is no line check results";
  if (request.method === "POST") session.flash({ tone: "error", text });
  return redirect(to, 303);
}

/** Names the record of the latest attempt to send a check's trouble report, and its lock (docs/domain.md, Glossary). */
export const reportKey = ({ portal, id }: Pick<FaultCase, "portal" | "id">) =>
  `trouble report of check ${portal.account.clientId} ${id}`;

/** The action of a form about a check. Posts about the same check run one at a time, across all instances. */
export function answerInTurn<F extends string, L extends string, A, V>(post: Post<F, L, A, V>) {
  return withFormsForDocs([post], async (args: ActionFunctionArgs) => {
    const portal = await requireRole(args, post.role);
    const { services, signal } = args.context;
    const key = reportKey({ portal, id: args.params["id"] ?? "" });
    await using _lock = await acquireLock(services.records, key, { signal });
    return await answerPost(post, { args, portal });
  });
}

export const isPending = ({ status }: LineCheck) =>
  status !== lineCheckStatus.finished && status !== lineCheckStatus.failed;
export const hasReport = ({ troubleReportReference: reference }: LineCheck) => !isNoId(reference.trim());
/** Whether an engineer comes without an appointment, because of the extra high care level. */
export const skipsAppointment = (check: LineCheck) =>
  check.isFault === true && careLevelName(check.careLevel) === EXTRA_HIGH_CARE && !hasReport(check);
export const isChecklistDone = ({ check, progress }: Pick<FaultCase, "check" | "progress">) =>
  check.noFaultCheckListConfirmed === true || progress.noFaultCheckListConfirmed === true;
/** Whether you have to go through a checklist before you can book an engineer, because the test found no fault. */
export const asksForChecklist = (check: LineCheck) =>
  check.status === lineCheckStatus.finished && check.isFault !== true && !hasReport(check);
export const mayBook = ({ check, progress }: Pick<FaultCase, "check" | "progress">) =>
  !hasReport(check) && (check.isFault === true || isChecklistDone({ check, progress }));

export function faultDescription({ isFault, info }: LineCheck): string {
  if (isFault === true) return `${FAULT_FOUND}${info}`.trim();
  return isFault === false ? "No fault was found" : info || "Not known";
}

export function lineAddress({ thoroughfareNumber, thoroughfareName, ...check }: LineCheck): string {
  const street = [thoroughfareNumber, thoroughfareName].filter(Boolean).join(" ");
  return [street, check.postTown, check.county, check.postcode].filter(Boolean).join(", ");
}

/** The path of the trouble report's ticket; undefined if there isn't one, or the user can't see tickets. */
export function ticketPath({ user, account }: Portal, ticketId = ""): string | undefined {
  if (isNoId(ticketId) || !hasRole(user, account.clientId, "Support")) return undefined;
  return paths.ticket(ticketId);
}

/** The check in the URL, for the steps after its results. If it hasn't got that far, redirects to its page or its ticket. */
export async function requireCheck(args: RouteArgs): Promise<FaultCase> {
  const portal = await requireAccount(args);
  const id = args.params["id"] ?? "";
  const check = await getCheckOrRedirect(args, portal, id);
  const faultCase = { portal, id, check, progress: getProgress(portal, id) };
  if (hasReport(check)) throw redirect(ticketPath(portal, check.supportTicketId) ?? paths.lineFault(id), 303);
  if (check.status !== lineCheckStatus.finished)
    throw redirectWithoutResults(args, portal, paths.lineFault(id));
  if (!mayBook(faultCase)) throw redirect(paths.lineFault(id), 303);
  return faultCase;
}
