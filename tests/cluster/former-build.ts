import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { z } from "zod";
import { accountNotes } from "#app/request/account-notes.server.ts";
import { dropCardReturn, keepCardReturn, keptCardReturns } from "#app/request/card-return.ts";
import type { SharedOutcome } from "#app/request/once.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { runExclusively, runOnce } from "#app/request/testing/run-once.ts";
import { createActivity } from "#server/session/activity.ts";
import type { Draft } from "#server/session/former-kept.ts";
import type { TextSet } from "#server/session/portal-session.ts";
import type { Records } from "#server/session/records.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { createSessions } from "#server/session/sessions.ts";
import { jane, startTestPortal, tokensNamed, type TestPortal } from "#server/session/testing/test-portal.ts";
import { root } from "../support/portal-process.ts";

// Delete this file with server/session/former.ts.
const FORMER = "0c1d51c1";
const folder = `${root}build/former`;
const former = (path: string) => import(`${folder}/${path}`) as Promise<Build>;

/** What areas call of either build. */
const build = {
  createSessions,
  runOnce,
  runExclusively,
  accountNotes,
  createActivity,
  keepCardReturn,
  keptCardReturns,
  dropCardReturn,
};
type Build = typeof build;
type FormerVault = Records & {
  longLivedSet(name: string): Pick<TextSet, "remove" | "members"> & { add(member: string): Promise<void> };
};

const waiting = { pollMs: 5 };
export const returnOf = (paymentId: string) => ({
  paymentId,
  crypt: "@00",
  page: "/invoices/payment-succeeded",
  waits: 2,
});
type FormerSession = {
  addTo(set: string, members: readonly string[]): Promise<void>;
  removeFrom(set: string, members: readonly string[]): Promise<void>;
  membersOf(set: string): Promise<ReadonlySet<string>>;
  keepDraft(draft: Omit<Draft, "keptAt">): void;
  peekDraft(form: string): Draft | undefined;
  readonly entered: { keep(form: string, value: unknown): void; get(form: string): unknown };
};
const acme = { clientId: "1001", name: "Acme" };

/** One instance of either build, with the functions of that build that areas call. */
export interface Instance {
  readonly portal: TestPortal;
  once<T>(name: string, work: () => Promise<T>): Promise<SharedOutcome<T>>;
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly payments: {
    add(payment: string): Promise<void>;
    remove(payment: string): Promise<void>;
    list(): Promise<string[]>;
  };
  readonly acceptances: { add(quoteId: string): Promise<void>; list(): Promise<string[]> };
  readonly activity: ReturnType<typeof createActivity>;
}

/** Takes the former build out of the repository's history. */
export function takeFormerBuild(): void {
  dropFormerBuild();
  mkdirSync(folder, { recursive: true });
  const take = `git archive ${FORMER} app server package.json | tar -x -C ${folder}`;
  execFileSync("sh", ["-c", take], { cwd: root });
}

export const dropFormerBuild = () => rmSync(folder, { recursive: true, force: true });

export async function startInstance(address: string, isFormer: boolean): Promise<Instance> {
  const paths = ["session/sessions", "session/activity"].map((path) => `server/${path}.ts`);
  const areas = ["across-instances.server", "account-notes.server", "card-return"].map(
    (path) => `app/request/${path}.ts`,
  );
  const modules = await Promise.all([...paths, ...areas].map(former));
  const of: Build = isFormer ? Object.assign({}, ...modules) : build;
  const portal = await startTestPortal(address, {}, of.createSessions);
  addPages(portal, isFormer, of);
  const { records, vault } = portal.sessions as typeof portal.sessions & { vault: FormerVault };
  const shared = isFormer ? vault : records;
  const under = "payments under way in 1001";
  const payments = isFormer ? vault.longLivedSet(under) : records.textSet(under);
  const add = payments.add as (payment: string | string[]) => Promise<void>;
  const acceptances = of.accountNotes(
    "quote acceptances",
    180 * 86_400_000,
    50,
    z.object({ quoteId: z.string(), at: z.number() }),
    ({ quoteId, at }) => [quoteId, at],
  );
  const args = { context: { services: { records, vault } } } as unknown as RouteArgs;
  return {
    portal,
    once: (name, run) => of.runOnce(shared, name, run, waiting),
    exclusively: (name, run) => of.runExclusively(shared, name, run, waiting),
    payments: {
      add: (payment) => add(isFormer ? payment : [payment]),
      remove: (payment) => payments.remove([payment]),
      list: async () => [...(await payments.members())].toSorted(),
    },
    acceptances: {
      add: (quoteId) => acceptances.add(args, { account: acme }, { quoteId, at: Date.now() }),
      list: async () =>
        (await acceptances.list(args, { account: acme })).map(({ quoteId }) => quoteId).toSorted(),
    },
    activity: of.createActivity(shared, () => new Date()),
  };
}

/** What is kept, by the names of either build. */
const keeping = (session: PortalSession, isFormer: boolean) => {
  const former = session as unknown as FormerSession;
  return isFormer
    ? {
        keep: (fields: Draft["fields"], answers: string) => {
          former.keepDraft({ form: "/account contact", fields });
          former.entered.keep("mandate", answers);
        },
        kept: () => [former.peekDraft("/account contact")?.fields, former.entered.get("mandate")],
      }
    : {
        keep: (fields: Draft["fields"], answers: string) => {
          session.keep("draft", "/account contact", fields);
          session.keep("entered", "mandate", answers);
        },
        kept: () => [session.kept("draft", "/account contact"), session.kept("entered", "mandate")],
      };
};

/** A session's set, by the names of either build. */
const setIn = (session: PortalSession, isFormer: boolean): TextSet => {
  const [former, name] = [session as unknown as FormerSession, "invoices to pay"];
  return isFormer
    ? {
        add: (members) => former.addTo(name, members),
        remove: (members) => former.removeFrom(name, members),
        members: () => former.membersOf(name),
      }
    : session.textSet(name);
};

function addPages(portal: TestPortal, isFormer: boolean, of: Build) {
  const pages: Record<string, Parameters<TestPortal["page"]>[1]> = {
    "/sign-in/:id": (session, { params }) =>
      session.signIn({
        user: { ...jane, id: String(params.id), email: `${String(params.id)}@example.com` },
        tokens: tokensNamed("a"),
      }),
    "/who": (session) => session.user?.id,
    "/end-keeping": (session) => session.end({ keepDrafts: true }),
    "/tick/:n": (session, { params }) => setIn(session, isFormer).add([String(params.n)]),
    "/untick/:n": (session, { params }) => setIn(session, isFormer).remove([String(params.n)]),
    "/ticked": async (session) => [...(await setIn(session, isFormer).members())].toSorted(),
    "/claim/:name": (session, { params }) => session.claim(String(params.name)),
    "/keep/:text": (session, { params }) =>
      keeping(session, isFormer).keep([["surname", String(params.text)]], String(params.text)),
    "/kept": (session) => keeping(session, isFormer).kept(),
    "/return/:id": (session, { params }) => of.keepCardReturn(session, returnOf(String(params.id))),
    "/returns": (session) => of.keptCardReturns(session),
    "/drop/:id": (session, { params }) => of.dropCardReturn(session, returnOf(String(params.id))),
    "/token": (session) => session.tokens?.identityToken,
  };
  for (const [path, page] of Object.entries(pages)) portal.page(path, page);
}
