import { afterEach, beforeEach, expect, it } from "vitest";
import { portalApiOf, type Portal } from "#app/request/portal.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { toOpeningLink } from "./notification-link.ts";
import { openNotification } from "./opened-notification.server.ts";

const MARK_AS_READ = "PUT Notification/MarkAsRead";
const account = { clientId: "1001", name: "Harbour" };
const notification = { notificationId: 7, issuedOn: "2026-11-20T08:00:00Z", status: 0 };

let api: ScriptedApi;
let testPortal: Awaited<ReturnType<typeof openPortal>>;
beforeEach(async () => {
  api = await startScriptedApi();
  testPortal = await openPortal({ apiUrl: api.url, roles: ["1001-Support"], account });
  api.on("GET Notification/Details", notification);
  api.on("GET Notification/MyNotifications", { items: [], totalCount: 0 });
  api.on(MARK_AS_READ, null);
});
afterEach(() => api.close());

/** A request of the same session as all others. */
async function newRequest({ navigation = true, method = "GET" } = {}) {
  const request = new Request("http://portal.example/notifications/7", { method });
  const args = await testPortal.args(request);
  const { session } = args.context;
  Object.assign(args.context, { navigation });
  const portal = { session, account, api: portalApiOf(args.context, "1001") } as unknown as Portal;
  const markedRead = () => [...args.context.state.markedReadIds];
  return { markedRead, open: () => openNotification(args, portal, "7") };
}

const countMarkCalls = () => api.seen.filter(({ call }) => call === MARK_AS_READ).length;

it("a notification is marked as read only once by two parallel requests", async () => {
  const [first, second] = [await newRequest(), await newRequest()];
  const opened = await Promise.all([first.open(), second.open()]);
  expect(opened.map(({ notification: { status } }) => status)).toEqual([1, 1]);
  expect([countMarkCalls(), first.markedRead(), second.markedRead()]).toEqual([1, ["7"], ["7"]]);
});

it("a notification is marked as read after the unread notifications are counted", async () => {
  await (await newRequest()).open();
  const order = api.seen.map(({ call }) => call);
  expect(order.indexOf("GET Notification/MyNotifications")).toBeLessThan(order.indexOf(MARK_AS_READ));
});

it.each([{ navigation: false }, { method: "HEAD" }])(
  "a notification is not marked as read by a request with %j",
  async (requestOptions) => {
    const { open, markedRead } = await newRequest(requestOptions);
    expect((await open()).notification.status).toBe(0);
    expect([countMarkCalls(), markedRead()]).toEqual([0, []]);
  },
);

it.each([1, 2])("a notification of status %d is not marked as read", async (status) => {
  api.on("GET Notification/Details", { ...notification, status });
  const { open, markedRead } = await newRequest();
  expect(await open()).toMatchObject({ notification: { status } });
  expect([countMarkCalls(), markedRead()]).toEqual([0, []]);
});

it("if marking fails, a notification stays unread, the failure is returned, and the next request retries", async () => {
  api.on(MARK_AS_READ, "down", 500);
  const { open, markedRead } = await newRequest();
  expect(await open()).toMatchObject({
    notification: { status: 0 },
    failure: { message: "There was an error updating the notification.", reference: "request-1" },
  });
  api.on(MARK_AS_READ, null);
  const next = await newRequest();
  await next.open();
  expect([countMarkCalls(), markedRead(), next.markedRead()]).toEqual([2, [], ["7"]]);
});

it("a notification is opened even if unread ones can't be counted; a missing one is not marked as read", async () => {
  api.on("GET Notification/MyNotifications", "down", 500);
  const first = await newRequest();
  await first.open();
  api.on("GET Notification/Details", "none", 404);
  const { open, markedRead } = await newRequest();
  await expect(open()).rejects.toMatchObject({ kind: "notFound" });
  expect([first.markedRead(), markedRead()]).toEqual([["7"], []]);
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
])("a %s of status %d with the payload %s has the link %s", (type, status, payload, link) => {
  expect(toOpeningLink({ ...texts, notificationId: "7", type, status, payload })).toBe(link);
});
