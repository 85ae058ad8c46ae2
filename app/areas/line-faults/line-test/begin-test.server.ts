import { clearProgress, findCheck, isPending, saveProgress } from "#app/areas/line-faults/check.server.ts";
import {
  begunTest,
  failedTest,
  MAX_TEST_MS,
  testStartKey,
  UNKNOWN_ID,
  type BegunTest,
  type Line,
} from "#app/areas/line-faults/flow.server.ts";
import { CANNOT_RUN } from "#app/areas/line-faults/line-texts.ts";
import type { Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { hadNoEffect, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { requestLineCheck } from "#app/portal-api/line-faults.ts";
import { runExclusively } from "#app/request/across-instances.server.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { testedLines } from "./tested-lines.server.ts";

type NewTest = Omit<BegunTest, "id">;

/** The latest test of a line, shared by all sessions and instances. */
interface LatestTest extends Pick<BegunTest, "formInstance" | "begunAt"> {
  /** '' if the API's answer had none; undefined during the call, and if its answer was lost. */
  readonly id?: string;
  /** The message, if the API failed to begin the test. */
  readonly failed?: string;
}

type BeginResult =
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
  const newTest = { ...line, begunAt: args.context.services.now().getTime() };
  const before = begunTest.of(portal);
  const isSameForm = before?.formInstance === line.formInstance && before.cli === line.cli;
  if (before && !isSameForm && (await isUnderWay(portal, before, newTest.begunAt)))
    return { to: paths.lineFault(before.id || UNKNOWN_ID), flash: runningFlash(before.cli) };
  const result = await beginOnce(args, portal, newTest).catch((error: unknown) => failedResult(error));
  if (result.state === "failed") {
    failedTest.keep(portal, { cli: line.cli, postcode: line.postcode, error: result.error });
    return { to: paths.lineFaultError() };
  }
  if (result.state === "running") return { to: paths.lineFault(result.id), flash: runningFlash(line.cli) };
  const id = result.state === "begun" ? result.id : "";
  if (before && before.id !== id) clearProgress(portal, before.id);
  begunTest.keep(portal, { ...newTest, id });
  const note = { cli: line.cli, postcode: line.postcode, at: newTest.begunAt };
  args.context.services.inBackground("tested line", () => testedLines.add(args, portal, note));
  return { to: paths.lineFault(id || UNKNOWN_ID) };
}

const runningFlash = (cli: string) => ({
  tone: "info" as const,
  text: `${CANNOT_RUN}: a test of ${cli} is already running. Its result will show here.`,
});

/** Whether a test is still running. Never longer than 3 minutes; if the API can't tell, it counts as running. */
export async function isUnderWay(
  portal: Portal,
  { id, begunAt }: Pick<BegunTest, "id" | "begunAt">,
  now: number,
): Promise<boolean> {
  if (now - begunAt > MAX_TEST_MS) return false;
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
function failedResult(error: unknown): BeginResult {
  const isShownOnPage = isPortalApiError(error) && !(error.kind in { unauthorised: 1, forbidden: 1 });
  if (!isShownOnPage || error.brokenRules.length > 0) throw error;
  return { state: "failed", error: errorText(error) };
}

const errorText = ({ kind, serverText, message }: PortalApiError) =>
  kind === "rejected" ? (serverText ?? "") : message;

/** One caller at a time for each line, so that each sees the test that the one before has begun. */
async function beginOnce(args: RouteArgs, portal: Portal, newTest: NewTest): Promise<BeginResult> {
  const { services, signal } = args.context;
  const name = `latest test of line ${portal.account.clientId} ${newTest.cli}`;
  const find = async () => ((await services.vault.find(name)) ?? undefined) as LatestTest | undefined;
  const latestBefore = await find();
  // Called before taking the lock, since the API may be slow.
  const isStillRunning =
    latestBefore !== undefined && (await isUnderWay(portal, { id: "", ...latestBefore }, newTest.begunAt));
  const begin = async (): Promise<BeginResult> => {
    const latest = await find();
    const isOurs = newTest.formInstance !== "" && latest?.formInstance === newTest.formInstance;
    if (latest?.failed !== undefined && isOurs) return { state: "failed", error: latest.failed };
    const isChangedSince =
      latest?.formInstance !== latestBefore?.formInstance || latest?.begunAt !== latestBefore?.begunAt;
    const isAlreadyBegun = latest?.failed === undefined && (isOurs || isStillRunning || isChangedSince);
    if (!latest || !isAlreadyBegun) return requestTest(args, portal, newTest, { name, before: latest });
    if (!latest.id) return { state: "unsure" };
    return { state: isOurs ? "begun" : "running", id: latest.id };
  };
  return runExclusively(services.vault, name, begin, { signal });
}

/** Requests the test from the API, and saves it in the vault before and after. Throws only if certainly none was begun. */
async function requestTest(
  { context }: RouteArgs,
  portal: Portal,
  { formInstance, begunAt, ...body }: NewTest,
  { name, before }: { readonly name: string; readonly before: LatestTest | undefined },
): Promise<BeginResult> {
  const { vault } = context.services;
  const saveLatest = (answer: Pick<LatestTest, "id" | "failed">) =>
    vault.set(name, { formInstance, begunAt, ...answer });
  await saveLatest({});
  try {
    const ownId = await uncancelledApiOf(context, portal.account.clientId).call(requestLineCheck, { body });
    const id = String(ownId);
    if (id !== "") saveProgress(portal, id, { ownId });
    // The test is running even if saving fails.
    const saving = [saveLatest({ id }), id !== "" && vault.set(testStartKey(portal, id), begunAt)];
    await Promise.allSettled(saving);
    return id === "" ? { state: "unsure" } : { state: "begun", id };
  } catch (error) {
    if (hadNoEffect(error)) {
      await vault.set(name, before ?? null);
      throw error;
    }
    if (!isPortalApiError(error)) throw error;
    if (error.kind !== "failed") return { state: "unsure" };
    await saveLatest({ failed: error.message });
    return { state: "failed", error: error.message };
  }
}
