import { afterAll, beforeAll, expect, it } from "vitest";
import { portalApiOf, type Portal } from "#app/request/portal.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import { routeArgs } from "#server/testing/route-args.ts";
import { isTestRunning } from "./begin-test.server.ts";
import { checkView } from "./check-view.server.ts";

const account = { clientId: "1001", name: "Harbour" };
const begunAt = Date.parse("2026-11-20T08:00:00Z");

let api: ScriptedApi;
beforeAll(async () => {
  api = await startScriptedApi();
  api.on("GET LineFault/LineFaultCheckStatus/7", {
    id: 7,
    status: "Pending",
    isFault: null,
    cli: "01947600100",
  });
  api.on("GET Notification/MyNotifications", { items: [], totalCount: 0 });
});
afterAll(() => api.close());

/** The portal this many seconds after a line test began, and `view`, which loads the line test's page. */
async function portalAfter(seconds: number, role = "Support") {
  const now = new Date(begunAt + seconds * 1_000).toISOString();
  const args = await routeArgs({
    request: "/services/line-faults/7",
    apiUrl: api.url,
    roles: [`1001-${role}`],
    account,
    now,
  });
  Object.assign(args, { params: { id: "7" } });
  Object.assign(args.context.services, { records: { find: async () => begunAt } });
  const { session } = args.context;
  const portal = { session, user: session.user, account, api: portalApiOf(args.context, "1001") } as Portal;
  return { portal, view: () => checkView(args, portal) };
}

it("shows how long a test has run, and after 3 minutes a phone number and a support link", async () => {
  expect(await (await portalAfter(9)).view()).toMatchObject({
    kind: "waiting",
    row: { name: "01947600100" },
    elapsed: "9 s",
  });
  expect(await (await portalAfter(180)).view()).toMatchObject({ elapsed: "3 min 0 s", overdue: undefined });
  expect(await (await portalAfter(181)).view()).toMatchObject({
    elapsed: "3 min 1 s",
    overdue: {
      phone: "0344 770 6010",
      supportUrl: expect.stringContaining(
        "/tickets/new/technical/connect/calls-and-lines/details?line-test=7",
      ) as string,
    },
  });
  expect(await (await portalAfter(181, "Orders")).view()).toMatchObject({
    overdue: { supportUrl: expect.stringMatching(/^mailto:/) as string },
  });
});

it("counts a test without a result as running for 3 minutes at most", async () => {
  const isRunning = async (seconds: number, id: string) =>
    isTestRunning((await portalAfter(0)).portal, { id, begunAt }, begunAt + seconds * 1_000);
  expect(await Promise.all([isRunning(180, "7"), isRunning(181, "7")])).toEqual([true, false]);
  expect(await Promise.all([isRunning(180, ""), isRunning(181, "")])).toEqual([true, false]);
});
