import { afterEach, beforeEach, expect, it } from "vitest";
import { portalApiOf, type Portal } from "#app/request/portal.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { toOpeningLink } from "./notification-link.ts";
import { openNotification } from "./opened-notification.ts";

const MARK = "PUT Notification/MarkAsRead";
const account = { clientId: "1001", name: "Harbour" };
const notification = { notificationId: 7, issuedOn: "2026-11-20T08:00:00Z", status: 0 };

let api: ScriptedApi;
let browser: Awaited<ReturnType<typeof openPortal>>;
beforeEach(async () => {
  api = await startScriptedApi();
  browser = await openPortal({ apiUrl: api.url, roles: ["1001-Support"], account });
  api.on("GET Notification/Details", notification);
  api.on("GET Notification/MyNotifications", { items: [], totalCount: 0 });
  api.on(MARK, null);
});
afterEach(() => api.close());

/** One request of the one session. */
async function request({ navigation = true, method = "GET" } = {}) {
  const request = new Request("http://portal.example/notifications/7", { method });
  const args = await browser.args(request);
  const { session } = args.context;
  Object.assign(args.context, { navigation });
  const portal = { session, account, api: portalApiOf(args.context, "1001") } as unknown as Portal;
  return { args, open: () => openNotification(args, portal, "7") };
}

const marks = () => api.seen.filter(({ call }) => call === MARK).length;

it("becomes read by the first opening alone", async () => {
  const [first, second] = [await request(), await request()];
  const opened = await Promise.all([first.open(), second.open()]);
  expect(opened.map(({ notification: { status } }) => status)).toEqual([1, 1]);
  expect([
    marks(),
    await first.args.context.state.madeRead,
    await second.args.context.state.madeRead,
  ]).toEqual([1, "7", "7"]);
});

it("is counted before its status changes", async () => {
  await (await request()).open();
  const order = api.seen.map(({ call }) => call);
  expect(order.indexOf("GET Notification/MyNotifications")).toBeLessThan(order.indexOf(MARK));
});

it.each([{ navigation: false }, { method: "HEAD" }])("stays as it is for %j", async (how) => {
  const { open, args } = await request(how);
  expect((await open()).notification.status).toBe(0);
  expect([marks(), await args.context.state.madeRead]).toEqual([0, undefined]);
});

it.each([1, 2])("of status %d is left alone", async (status) => {
  api.on("GET Notification/Details", { ...notification, status });
  expect(await (await request()).open()).toMatchObject({ notification: { status }, becameRead: false });
  expect(marks()).toBe(0);
});

it("stays unread with the reason told, and the next opening tries again", async () => {
  api.on(MARK, "down", 500);
  expect(await (await request()).open()).toMatchObject({
    notification: { status: 0 },
    becameRead: false,
    failure: { message: "There was an error updating the notification.", reference: "request-1" },
  });
  api.on(MARK, null);
  expect((await (await request()).open()).becameRead).toBe(true);
  expect(marks()).toBe(2);
});

it("is opened though its counts can't be had; nothing became read where there is none", async () => {
  api.on("GET Notification/MyNotifications", "down", 500);
  expect((await (await request()).open()).becameRead).toBe(true);
  api.on("GET Notification/Details", "none", 404);
  const { open, args } = await request();
  await expect(open()).rejects.toMatchObject({ kind: "notFound" });
  expect([await args.context.state.madeRead, (await request()).args.context.state.madeRead]).toEqual([
    undefined,
    undefined,
  ]);
});

const texts = { subject: "", message: "", issuedBy: "", priority: "", issuedOn: "" };

it.each([
  ["LineFaultCheck", 0, `{"lineFaultCheckId":9}`, "/notifications/7?open"],
  ["LineFaultCheck", 1, `{"lineFaultCheckId":9}`, "/services/line-faults/9"],
  ["LineFaultCheck", 0, `{"lineFaultCheckId":{}}`, "/notifications/7"],
  ["LineFaultCheck", 0, "no JSON", "/notifications/7"],
  ["LineFaultCheck", 0, "null", "/notifications/7"],
  ["FailedLineFaultCheck", 0, null, "/notifications/7?open"],
  ["FailedLineFaultCheck", 2, null, "/services/line-faults/error?notification=7"],
  ["Invoice", 0, null, "/notifications/7"],
])("a link to a %s of status %d with %s is %s", (type, status, payload, link) => {
  expect(toOpeningLink({ ...texts, notificationId: "7", type, status, payload })).toBe(link);
});
