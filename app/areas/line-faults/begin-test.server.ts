import { createHash } from "node:crypto";
import type { Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { requestLineCheck } from "#app/portal-api/line-faults.ts";
import { awaitOutcome, once, put } from "#app/request/across-instances.server.ts";
import { lastingApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { findCheck, forgetProgress, isPending, keepProgress } from "./check.server.ts";
import {
  begunName,
  keepFailure,
  keepRun,
  LONGEST_TEST,
  runOf,
  UNKNOWN_ID,
  type Line,
  type Run,
} from "./flow.server.ts";

type Wanted = Omit<Run, "id">;

/** How a call for a test ended: its check, or that the API failed. */
interface Link extends Pick<Run, "id" | "filling" | "begunAt"> {
  readonly failed?: string;
}

type Begun =
  | { readonly state: "begun" | "running"; readonly id: string }
  | { readonly state: "failed"; readonly error: string }
  /** Perhaps it runs: the answer was lost, or named no check. */
  | { readonly state: "unsure" };

/** Begins a test of the line, once for each form, unless one is under way. Throws what the form itself can show. */
export async function beginTest(
  args: RouteArgs,
  portal: Portal,
  line: Line & { readonly filling: string },
): Promise<Saved> {
  const wanted = { ...line, begunAt: args.context.services.now().getTime() };
  const before = runOf(portal);
  const isSame = before?.filling === line.filling && before.cli === line.cli;
  if (before && !isSame && (await isUnderWay(portal, before, wanted.begunAt)))
    return { to: paths.lineFault(before.id || UNKNOWN_ID), flash: running(before.cli) };
  const begun = await beginOnce(args, portal, wanted).catch((error: unknown) => failedBy(error));
  if (begun.state === "failed") {
    keepFailure(portal, { ...line, error: begun.error, at: wanted.begunAt });
    return { to: paths.lineFaultError() };
  }
  if (begun.state === "running") return { to: paths.lineFault(begun.id), flash: running(line.cli) };
  const id = begun.state === "begun" ? begun.id : "";
  if (before && before.id !== id) forgetProgress(portal, before.id);
  keepRun(portal, { ...wanted, id });
  return { to: paths.lineFault(id || UNKNOWN_ID) };
}

const running = (cli: string) => ({
  tone: "info" as const,
  text: `A line test of ${cli} is already running. Its result will show here.`,
});

/** Whether this run goes on, as it may for 3 minutes; where the API can't tell, it does. */
export async function isUnderWay(
  portal: Portal,
  { id, begunAt }: Pick<Run, "id" | "begunAt">,
  now: number,
): Promise<boolean> {
  if (now - begunAt > LONGEST_TEST) return false;
  if (id === "") return true;
  try {
    const check = await findCheck(portal, id);
    return check !== undefined && isPending(check);
  } catch (error) {
    if (isPortalApiError(error) && error.kind !== "unauthorised") return true;
    throw error;
  }
}

/** Throws a refusal that belongs to fields, and what concerns the whole page. */
function failedBy(error: unknown): Begun {
  const isTold = isPortalApiError(error) && !(error.kind in { unauthorised: 1, forbidden: 1 });
  if (!isTold || error.brokenRules.length > 0) throw error;
  return { state: "failed", error: textOf(error) };
}

const textOf = ({ kind, serverText, message }: PortalApiError) =>
  kind === "rejected" ? (serverText ?? "") : message;

/** The tests of a line are a chain: each call is named by the one before it, so that two presses meet at the same call. */
async function beginOnce(args: RouteArgs, portal: Portal, wanted: Wanted): Promise<Begun> {
  const { vault } = args.context.services;
  for (let after = ""; ;) {
    const name = linkName(portal, wanted.cli, after);
    const begunAt = `${name} begun`;
    let outcome = await awaitOutcome<Link>(vault, name);
    const isNew = outcome === undefined;
    if (isNew) {
      await put(vault, begunAt, wanted.begunAt);
      outcome = await once(vault, name, () => call(args, portal, wanted));
    }
    const link = outcome?.state === "known" ? outcome.value : undefined;
    const isOurs = isNew || (link?.filling === wanted.filling && link.filling !== "");
    if (link?.failed !== undefined) {
      if (isOurs) return { state: "failed", error: link.failed };
      after = name;
    } else if (link?.id) {
      if (isOurs && link.filling === wanted.filling) return { state: "begun", id: link.id };
      const isLast = !(await vault.isClaimed(linkName(portal, wanted.cli, link.id)));
      if (isOurs || (isLast && (await isUnderWay(portal, link, wanted.begunAt))))
        return { state: "running", id: link.id };
      after = link.id;
    } else {
      const time = Number((await vault.find(begunAt)) ?? wanted.begunAt);
      if (isOurs || wanted.begunAt - time < LONGEST_TEST) return { state: "unsure" };
      after = name;
    }
  }
}

function linkName({ account }: Portal, cli: string, after: string): string {
  const hash = createHash("sha256").update(JSON.stringify([account.clientId, cli, after]));
  return `line test ${hash.digest("base64url").slice(0, 22)}`;
}

/** Asks for the test. An answer that says that it failed is kept; a lost one is thrown. */
async function call(
  { context }: RouteArgs,
  portal: Portal,
  { filling, begunAt, ...body }: Wanted,
): Promise<Link> {
  const { vault } = context.services;
  try {
    const ownId = await lastingApiOf(context, portal.account.clientId).call(requestLineCheck, { body });
    const id = String(ownId);
    if (id !== "") keepProgress(portal, id, { ownId });
    if (id !== "") await put(vault, begunName(portal, id), begunAt).catch(() => undefined);
    return { id, filling, begunAt };
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "failed") throw error;
    return { id: "", filling, begunAt, failed: error.message };
  }
}
