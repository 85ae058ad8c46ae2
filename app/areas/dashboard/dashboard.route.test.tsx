import { afterEach, beforeEach, expect, it } from "vitest";
import { routeArgs, type Situation } from "#app/request/testing/route-args.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import { render } from "#app/ui/render-for-test.tsx";
import type { DashboardView } from "./dashboard-view.server.ts";
import { loader } from "./dashboard.route.tsx";
import { Dashboard } from "./dashboard.tsx";

const TICKETS = "GET SupportTicket/MyLatestTickets";
const NOTIFICATIONS = "GET Notification/MyNotifications";
const account = { clientId: "1001", name: "Harbour & Pine Ltd" };
const everyRole = ["1001-Support", "1001-Orders", "1001-MyPortal Switch Account"];
let api: ScriptedApi;

beforeEach(async () => {
  api = await startScriptedApi();
  api.on(TICKETS, [{ supportTicketId: 7, subject: "Slow <b>line</b>", time: "2024-11-05T23:30:00Z" }]);
  api.on(NOTIFICATIONS, {
    items: [
      {
        notificationId: 1,
        subject: "Work <script>x</script>done",
        issuedOn: "2024-07-01T23:30:00Z",
        status: 0,
      },
      {
        notificationId: 2,
        type: "LineFaultCheck",
        payload: `{"lineFaultCheckId":9}`,
        issuedOn: "x",
        status: 1,
      },
    ],
    totalCount: 2,
  });
});
afterEach(() => api.close());

async function load(more: Partial<Situation> = {}): Promise<DashboardView> {
  const answer = await loader(
    routeArgs({ request: "/dashboard", apiUrl: api.url, roles: everyRole, account, ...more }),
  );
  if (!answer.dashboard) throw new Error("no dashboard");
  return answer.dashboard;
}

const renderView = (view: DashboardView) => render(<Dashboard {...view} />);

const thrownBy = (situation: Partial<Situation>) => load(situation).catch((thrown: unknown) => thrown);

it("gives ready strings, links and dates in London's days", async () => {
  const view = await load();
  expect(view.tickets).toEqual({
    ok: true,
    value: [{ id: "7", title: "Slow line", detail: "05/11/2024", to: "/tickets/7" }],
  });
  expect(view.notifications).toMatchObject({
    ok: true,
    value: [
      { title: "Work done", detail: "02/07/2024", to: "/notifications/1", unread: true },
      { title: "Notification", detail: "", to: "/services/line-faults/9", unread: false },
    ],
  });
});

it("asks for the 3 latest unread or read notifications, newest first, once", async () => {
  await load();
  const [asked, ...more] = api.seen.filter(({ call }) => call === NOTIFICATIONS);
  expect(more).toEqual([]);
  expect(asked?.clientId).toBe("1001");
  expect(asked?.query.toString()).toBe(
    "SortBy=issuedon+DESC&PageSize=3&PageNumber=1&includedStatusCodes=0&includedStatusCodes=1",
  );
});

it("shows tickets and their shortcut only with the Support role, and does not ask for them", async () => {
  const view = await load({ roles: ["1001-Orders", "1002-Support"] });
  expect(view.tickets).toBeUndefined();
  expect(api.seen.map(({ call }) => call)).toEqual([NOTIFICATIONS]);
  expect(view.shortcuts.map(({ title }) => title)).toEqual([
    "Invoices",
    "Make a payment",
    "FTTP Availability Checker",
  ]);
  expect(renderView(view)).not.toContain("Tickets");
});

it("offers the availability checker to everyone", async () => {
  const view = await load({ roles: ["1001-Quotes"] });
  expect(view.shortcuts).toEqual([
    { title: "FTTP Availability Checker", to: "/services/availability-checker", icon: "gauge" },
  ]);
});

it("keeps the page when every source fails, and says so in place", async () => {
  api.on(TICKETS, "boom", 500);
  api.on(NOTIFICATIONS, "boom", 403);
  const down = () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3"));
  const html = renderView(await load({ feeds: { latestPosts: down, campaigns: down } }));
  expect(html).toContain("There was an error loading latest tickets.");
  expect(html).toContain("There was an error loading notifications.");
  expect(html).toContain("There was an error loading the blog.");
  expect(html).toContain("There was an error loading campaigns.");
  expect(html).toContain("request-1");
  expect(html).not.toContain("10.1.2.3");
  expect(html).toContain("Harbour &amp; Pine Ltd");
});

it("lets a refused session end the page", async () => {
  api.on(TICKETS, "", 401);
  expect(await thrownBy({})).toMatchObject({ name: "PortalApiError", kind: "unauthorised" });
});

it("says what is empty in the spec's words", async () => {
  api.on(TICKETS, []);
  api.on(NOTIFICATIONS, { items: [], totalCount: 0 });
  const html = renderView(await load());
  expect(html).toContain("You have no open tickets");
  expect(html).toContain("You have no recent notifications");
});

it("shows posts with date and read time, and the way to the rest", async () => {
  const post = {
    title: "Fibre",
    link: "https://blog.example/a",
    publishedOn: "2024-11-05T09:00:00Z",
    category: "4",
  };
  const undated = { title: "Undated", link: "https://blog.example/b", publishedOn: "", category: "" };
  const view = await load({ feeds: { latestPosts: async () => [post, undated] } });
  expect(view.posts).toEqual({
    ok: true,
    value: [
      { title: "Fibre", detail: "05/11/2024 · 4 min read", to: "https://blog.example/a" },
      { title: "Undated", detail: "", to: "https://blog.example/b" },
    ],
  });
  expect(renderView(view)).toMatch(/<a [^>]*href="https:\/\/blog\.example\/"[^>]*>View more<\/a>/);
});

it("shows the banner of its day, and turns browser notifications on when asked", async () => {
  expect(renderView(await load())).not.toContain("Announcement");
  const view = await load({ now: "2023-01-01T12:00:00Z", request: "/dashboard?enableNotifications=true" });
  expect(renderView(view)).toContain("/dashboard?enableNotifications=true");
  expect(view.enableNotifications).toBe(true);
  expect((await load({ request: "/dashboard?enableNotifications=1" })).enableNotifications).toBe(false);
});

it("sends nobody to the sign-in page with the address kept", async () => {
  const args = routeArgs({ request: "/dashboard?a=b", apiUrl: api.url });
  const thrown = await Promise.resolve(loader(args)).catch((response: Response) => response);
  expect((thrown as Response).headers.get("location")).toBe("/login");
  expect(args.context.session.takeSavedUrl()).toBe("/dashboard?a=b");
});

it("without an account: to Choose Account for who may switch, else the explanation", async () => {
  const thrown = await thrownBy({ account: undefined });
  expect((thrown as Response).headers.get("location")).toBe("/switch-account");
  const args = routeArgs({ request: "/dashboard", apiUrl: api.url, roles: ["1001-Support"] });
  expect(await loader(args)).toEqual({ dashboard: undefined, phone: "0344 770 6010" });
});

it("denies an account in which the user holds no role", async () => {
  expect(await thrownBy({ roles: ["1002-Support"] })).toMatchObject({ init: { status: 403 } });
});
