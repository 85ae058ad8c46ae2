import { findCheck, forgetProgress, isPending, keepProgress } from "#app/areas/line-faults/check.server.ts";
import {
  begunName,
  begunTest,
  failedTest,
  LONGEST_TEST,
  UNKNOWN_ID,
  type BegunTest,
  type Line,
} from "#app/areas/line-faults/flow.server.ts";
import type { Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { hadNoEffect, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { requestLineCheck } from "#app/portal-api/line-faults.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import { lastingApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";

type Wanted = Omit<BegunTest, "id">;

/** The latest test of a line, shared by all sessions and instances. */
interface LatestTest extends Pick<BegunTest, "formInstance" | "begunAt"> {
  /** '' if the API's answer had none; undefined during the call, and if its answer was lost. */
  readonly id?: string;
  /** The message, if the API failed to begin the test. */
  readonly failed?: string;
}

type Begun =
  | { readonly state: "begun" | "running"; readonly id: string }
  | { readonly state: "failed"; readonly error: string }
  /** It may be running: the answer was lost, or had no id. */
  | { readonly state: "unsure" };

/** Begins a test of the line, once for each form, unless one is running. Throws errors that the form can show. */
export async function beginTest(
  args: RouteArgs,
  portal: Portal,
  line: Line & { readonly formInstance: string },
): Promise<Saved> {
  const wanted = { ...line, begunAt: args.context.services.now().getTime() };
  const before = begunTest.of(portal);
  const isSame = before?.formInstance === line.formInstance && before.cli === line.cli;
  if (before && !isSame && (await isUnderWay(portal, before, wanted.begunAt)))
    return { to: paths.lineFault(before.id || UNKNOWN_ID), flash: running(before.cli) };
  const begun = await beginOnce(args, portal, wanted).catch((error: unknown) => failedBy(error));
  if (begun.state === "failed") {
    failedTest.keep(portal, { cli: line.cli, postcode: line.postcode, error: begun.error });
    return { to: paths.lineFaultError() };
  }
  if (begun.state === "running") return { to: paths.lineFault(begun.id), flash: running(line.cli) };
  const id = begun.state === "begun" ? begun.id : "";
  if (before && before.id !== id) forgetProgress(portal, before.id);
  begunTest.keep(portal, { ...wanted, id });
  return { to: paths.lineFault(id || UNKNOWN_ID) };
}

const running = (cli: string) => ({
  tone: "info" as const,
  text: `A line test of ${cli} is already running. Its result will show here.`,
});

/** Whether a test is still running. Never longer than 3 minutes; if the API can't tell, it counts as running. */
export async function isUnderWay(
  portal: Portal,
  { id, begunAt }: Pick<BegunTest, "id" | "begunAt">,
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

/** Rethrows errors of single fields, and those that every page handles alike (sign-in, permission). */
function failedBy(error: unknown): Begun {
  const isShownOnPage = isPortalApiError(error) && !(error.kind in { unauthorised: 1, forbidden: 1 });
  if (!isShownOnPage || error.brokenRules.length > 0) throw error;
  return { state: "failed", error: textOf(error) };
}

const textOf = ({ kind, serverText, message }: PortalApiError) =>
  kind === "rejected" ? (serverText ?? "") : message;

/** One caller at a time for each line, so that each sees the test that the one before has begun. */
async function beginOnce(args: RouteArgs, portal: Portal, wanted: Wanted): Promise<Begun> {
  const { services, signal } = args.context;
  const name = `latest test of line ${portal.account.clientId} ${wanted.cli}`;
  const find = async () => ((await services.vault.find(name)) ?? undefined) as LatestTest | undefined;
  const seen = await find();
  // Called before taking the lock, since the API may be slow.
  const goesOn = seen !== undefined && (await isUnderWay(portal, { id: "", ...seen }, wanted.begunAt));
  const begin = async (): Promise<Begun> => {
    const latest = await find();
    const isOurs = wanted.formInstance !== "" && latest?.formInstance === wanted.formInstance;
    if (latest?.failed !== undefined && isOurs) return { state: "failed", error: latest.failed };
    const isBegunSince = latest?.formInstance !== seen?.formInstance || latest?.begunAt !== seen?.begunAt;
    const isMet = latest?.failed === undefined && (isOurs || goesOn || isBegunSince);
    if (!latest || !isMet) return call(args, portal, wanted, { name, before: latest });
    if (!latest.id) return { state: "unsure" };
    return { state: isOurs ? "begun" : "running", id: latest.id };
  };
  return inTurn(services.vault, name, begin, { signal });
}

/** Requests the test from the API, and saves it in the vault before and after. Throws only if certainly none was begun. */
async function call(
  { context }: RouteArgs,
  portal: Portal,
  { formInstance, begunAt, ...body }: Wanted,
  { name, before }: { readonly name: string; readonly before: LatestTest | undefined },
): Promise<Begun> {
  const { vault } = context.services;
  const note = (answer: Pick<LatestTest, "id" | "failed">) =>
    vault.set(name, { formInstance, begunAt, ...answer });
  await note({});
  try {
    const ownId = await lastingApiOf(context, portal.account.clientId).call(requestLineCheck, { body });
    const id = String(ownId);
    if (id !== "") keepProgress(portal, id, { ownId });
    // The test is running even if saving fails.
    const noting = [note({ id }), id !== "" && vault.set(begunName(portal, id), begunAt)];
    await Promise.allSettled(noting);
    return id === "" ? { state: "unsure" } : { state: "begun", id };
  } catch (error) {
    if (hadNoEffect(error)) {
      await vault.set(name, before ?? null);
      throw error;
    }
    if (!isPortalApiError(error)) throw error;
    if (error.kind !== "failed") return { state: "unsure" };
    await note({ failed: error.message });
    return { state: "failed", error: error.message };
  }
}
