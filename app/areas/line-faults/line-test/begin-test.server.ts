import { z } from "zod";
import { clearProgress, findCheck, isPending, saveProgress } from "#app/areas/line-faults/check.server.ts";
import { CANNOT_RUN } from "#app/areas/line-faults/line-texts.ts";
import { flowState } from "#app/flows/flow.server.ts";
import type { NextPage } from "#app/forms/post.server.ts";
import { accountNotes } from "#app/request/account-notes.server.ts";
import { acquireLock, LockTimeout } from "#app/request/once.server.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { hadNoEffect, isGatewayAnswer, isPortalApiError, refusal } from "#shared/portal-api/errors.ts";
import { requestLineCheck } from "#shared/portal-api/line-faults.ts";
import type { ApiId } from "#shared/portal-api/shapes.ts";

export const MAX_TEST_MS = 180_000;
/** Used in the URL of a test whose id the API hasn't returned. */
export const UNKNOWN_ID = "new";

export interface LineTestRequest {
  /** The telephone number (calling line identity). */
  readonly cli: string;
  readonly postcode: string;
  /** The reason for the test. */
  readonly faultCode: ApiId;
}

export interface BegunTest extends LineTestRequest {
  /** '' if the API's answer had no id. */
  readonly id: string;
  readonly formInstance: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

export interface FailedTest extends Omit<LineTestRequest, "faultCode"> {
  /** A message or an error code from the API. */
  readonly error: string;
}

export const begunTestState = flowState<BegunTest>("line test");
export const failedTestState = flowState<FailedTest>("failed line test");

/** Names the record of when a line test began, for all sessions and instances. */
export const testStartKey = ({ account }: Portal, id: string) => `line check begun ${account.clientId} ${id}`;

const TESTED_LINE_KEPT_MS = 180 * 24 * 60 * 60 * 1000;

/** Lines tested in this portal for the account, because the API can't list its lines. */
export const testedLines = accountNotes(
  "tested lines",
  TESTED_LINE_KEPT_MS,
  8,
  z.object({ cli: z.string(), postcode: z.string(), at: z.number() }),
  ({ cli, at }) => [cli, at],
);

type NewTest = Omit<BegunTest, "id">;

/** A line's latest test, for all sessions and instances. */
interface LatestTest extends Pick<BegunTest, "formInstance" | "begunAt"> {
  /** '' if the API's answer had no id; undefined during the call, or if its answer was lost. */
  readonly id?: string;
  /** The error message, if the API failed to begin the test. */
  readonly failed?: string;
}

type BeginResult =
  /** `running` means an earlier test of the line. */
  | { readonly state: "begun" | "running"; readonly id: string }
  | { readonly state: "failed"; readonly error: string }
  /** The answer was lost or had no id, so the test may be running. */
  | { readonly state: "unsure" };

/** Begins a test of the line, once per rendered form, unless one is running. Throws errors that the form can show. */
export async function beginTest(
  args: RouteArgs,
  portal: Portal,
  line: LineTestRequest & { readonly formInstance: string },
): Promise<NextPage> {
  const newTest = { ...line, begunAt: args.context.services.now().getTime() };
  const previous = begunTestState.read(portal);
  const isSameForm = previous?.formInstance === line.formInstance && previous.cli === line.cli;
  if (previous && !isSameForm && (await isTestRunning(portal, previous, newTest.begunAt)))
    return { to: paths.lineFault(previous.id || UNKNOWN_ID), flash: runningFlash(previous.cli) };
  const result = await beginOnce(args, portal, newTest).catch((error: unknown) => failedResult(error));
  if (result.state === "failed") {
    failedTestState.save(portal, { cli: line.cli, postcode: line.postcode, error: result.error });
    return { to: paths.lineFaultError() };
  }
  if (result.state === "running") return { to: paths.lineFault(result.id), flash: runningFlash(line.cli) };
  const id = result.state === "begun" ? result.id : "";
  if (previous && previous.id !== id) clearProgress(portal, previous.id);
  begunTestState.save(portal, { ...newTest, id });
  const testedLine = { cli: line.cli, postcode: line.postcode, at: newTest.begunAt };
  args.context.services.inBackground("tested line", () => testedLines.add(args, portal, testedLine));
  return { to: paths.lineFault(id || UNKNOWN_ID) };
}

const runningFlash = (cli: string) => ({
  tone: "info" as const,
  text: `${CANNOT_RUN}: a test of ${cli} is already running. You'll see the result here.`,
});

/** Whether a test is still running, for 3 minutes at most. If the API can't tell, it counts as running. */
export async function isTestRunning(
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

/** Rethrows errors about single fields, and those that every page handles the same way (sign-in, permission). */
function failedResult(error: unknown): BeginResult {
  const isShownOnPage = isPortalApiError(error) && !(error.kind in { unauthorised: 1, forbidden: 1 });
  if (!isShownOnPage || error.brokenRules.length > 0) throw error;
  // A rejection's text may be an error code, such as NOT_LINKED, which the error page explains.
  return { state: "failed", error: error.kind === "rejected" ? (error.serverText ?? "") : error.message };
}

/** Holds a lock for the line, so that two requests never begin testing it at once. */
async function beginOnce(args: RouteArgs, portal: Portal, newTest: NewTest): Promise<BeginResult> {
  const { services, signal } = args.context;
  const recordName = `latest test of line ${portal.account.clientId} ${newTest.cli}`;
  const findLatest = async () => (await services.records.find(recordName)) as LatestTest | undefined;
  const latestBefore = await findLatest();
  // Asked before taking the lock, because the API may be slow.
  const isEarlierRunning =
    latestBefore !== undefined && (await isTestRunning(portal, { id: "", ...latestBefore }, newTest.begunAt));
  await using _lock = await acquireLock(services.records, recordName, { signal });
  const latest = await findLatest();
  const isSameForm = newTest.formInstance !== "" && latest?.formInstance === newTest.formInstance;
  if (latest?.failed !== undefined && isSameForm) return { state: "failed", error: latest.failed };
  const isBegunSince = latest?.begunAt !== latestBefore?.begunAt;
  const isAlreadyBegun = latest?.failed === undefined && (isSameForm || isEarlierRunning || isBegunSince);
  if (!latest || !isAlreadyBegun)
    return await requestAlone(args, portal, newTest, { recordName, previous: latest });
  if (!latest.id) return { state: "unsure" };
  return { state: isSameForm ? "begun" : "running", id: latest.id };
}

/** Refuses the test if the session is requesting another, or has begun one since this request arrived. */
async function requestAlone(...request: Parameters<typeof requestTest>): Promise<BeginResult> {
  const [{ context }, { session, account }, { begunAt }] = request;
  const { records, now } = context.services;
  const name = `line test of ${session.handle} ${account.clientId}`;
  try {
    await using _lock = await acquireLock(records, name, { maxMs: 0 });
    if (Number(await records.find(name)) > begunAt) throw new LockTimeout();
    const result = await requestTest(...request);
    if (result.state !== "failed") await records.change(name, () => now().getTime()).catch(() => undefined);
    return result;
  } catch (error) {
    if (!(error instanceof LockTimeout)) throw error;
    throw refusal("", `${CANNOT_RUN}: another one is being requested. Please try again in a moment.`);
  }
}

/** Requests the test from the API, and records it before and after. Throws PortalApiError only if no test was begun. */
async function requestTest(
  { context }: RouteArgs,
  portal: Portal,
  { formInstance, begunAt, ...body }: NewTest,
  { recordName, previous }: { readonly recordName: string; readonly previous: LatestTest | undefined },
): Promise<BeginResult> {
  const { records } = context.services;
  const saveLatest = (answer: Pick<LatestTest, "id" | "failed">) =>
    records.change(recordName, () => ({ formInstance, begunAt, ...answer }));
  await saveLatest({});
  try {
    const ownId = await uncancelledApiOf(context, portal.account.clientId).call(requestLineCheck, { body });
    const id = String(ownId);
    if (id !== "") saveProgress(portal, id, { ownId });
    // The test runs even if saving fails.
    const saving = [saveLatest({ id }), id !== "" && records.change(testStartKey(portal, id), () => begunAt)];
    await Promise.allSettled(saving);
    return id === "" ? { state: "unsure" } : { state: "begun", id };
  } catch (error) {
    if (hadNoEffect(error)) {
      await records.change(recordName, () => previous ?? null);
      throw error;
    }
    if (!isPortalApiError(error)) throw error;
    if (error.kind !== "failed" || isGatewayAnswer(error)) return { state: "unsure" };
    await saveLatest({ failed: error.message });
    return { state: "failed", error: error.message };
  }
}
