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

/** The latest test of a line, for all sessions and instances: which form began it, and what the API said. */
interface LatestTest extends Pick<BegunTest, "formInstance" | "begunAt"> {
  /** '' where the API named no check; undefined while it is asked, and where its answer was lost. */
  readonly id?: string;
  /** That the API failed to begin it. */
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

/** Whether this run goes on, as it may for 3 minutes; where the API can't tell, it does. */
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

/** Throws a refusal that belongs to fields, and what concerns the whole page. */
function failedBy(error: unknown): Begun {
  const isShownOnPage = isPortalApiError(error) && !(error.kind in { unauthorised: 1, forbidden: 1 });
  if (!isShownOnPage || error.brokenRules.length > 0) throw error;
  return { state: "failed", error: textOf(error) };
}

const textOf = ({ kind, serverText, message }: PortalApiError) =>
  kind === "rejected" ? (serverText ?? "") : message;

/** One caller at a time, so that each sees the test begun before. */
async function beginOnce(args: RouteArgs, portal: Portal, wanted: Wanted): Promise<Begun> {
  const { services, signal } = args.context;
  const name = `latest test of line ${portal.account.clientId} ${wanted.cli}`;
  const find = async () => ((await services.vault.find(name)) ?? undefined) as LatestTest | undefined;
  const seen = await find();
  // Asked before the turn, since it may take its time.
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

/** Asks for the test, and notes it before and after. Throws what certainly began none. */
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
    // The test is begun, noted or not.
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
