import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import * as pages from "../support/notification-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

describe("the list", () => {
  it("shows unread and read notifications, the newest first", async () => {
    const [page, calls] = await world.api.record(() => anna.get("/notifications"));
    expect(textOf(page)).toContain("Notifications are archived automatically after 30 days.");
    const asked = calls.filter(
      ({ path, query }) => path.endsWith("MyNotifications") && query.get("PageSize") === "8",
    );
    expect(asked.map(({ query }) => query.toString())).toEqual([
      "SortBy=issuedon+DESC&PageSize=8&PageNumber=1&includedStatusCodes=0&includedStatusCodes=1",
    ]);
    expect(attributesOf(page, "main input[name=status][checked]", "value")).toEqual(["unread", "read"]);
  });

  it("says in each row, and under the bell, what the notification is about", async () => {
    pages.add({ subject: "Row A", message: "<p>The <b>exchange</b> closes.</p>" });
    pages.add({ subject: "Row B", type: "SupportTicket", payload: '{"supportTicketId":61}' });
    pages.add({ subject: "Row C", type: "LineFaultCheck", payload: '{"lineFaultCheckId":7}' });
    const { $ } = await anna.get("/notifications?size=8");
    const about = $("main tbody tr [data-label=Subject] p").slice(0, 3);
    const texts = ["Line test 7", "Ticket 61", "The exchange closes."];
    expect(about.map((_, line) => $(line).text()).get()).toEqual(texts);
    const bell = $("[aria-label='Latest notifications']").text();
    expect(texts.filter((text) => bell.includes(` · ${text}`))).toEqual(texts);
  });

  it("says that there are none, in the spec's words", async () => {
    const dev = await signedIn(world, "dev", "1004");
    expect(textOf(await dev.get("/notifications"))).toContain("You have no recent notifications");
  });
});

describe("archiving", () => {
  it("has a button in each row that says which notification it's about, its time included", async () => {
    pages.add({ subject: "The same" });
    const page = await anna.get("/notifications?search=The+same");
    const name = page.$("main tbody button").text();
    expect(name).toMatch(/^Archive The same of \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  });

  it("archives a row and leads back to the list as it was; un-archiving marks the notification as read", async () => {
    const id = pages.add({ subject: "To be put away" });
    const list = await anna.get("/notifications?search=put+away");
    const archived = await anna.submit(list, pages.rowForm(id), { intent: "archive" });
    expect([archived.status, archived.location]).toEqual([303, "/notifications?search=put+away"]);
    const after = await anna.follow(archived);
    expect(after.$("[role=status]").text()).toContain("The notification was archived.");
    expect(textOf(after)).toContain("No notifications match ‘put away’ with this filter.");
    expect([pages.statusOf(id), pages.unreadIn(after)]).toEqual([2, pages.unreadIn(list) - 1]);

    const shelf = await anna.get("/notifications?search=put+away&status=archived");
    await anna.follow(await anna.submit(shelf, pages.rowForm(id), { intent: "unarchive" }));
    expect(pages.statusOf(id)).toBe(1);
  });

  it("works on the notification's page too", async () => {
    const id = pages.add();
    const page = await anna.get(`/notifications/${id}`);
    const button = page.$("main form[method=post] button");
    expect(button.text()).toBe("Archive Notification");
    const sent = await anna.submit(page, "main form[method=post]", { intent: "archive" });
    expect([sent.status, sent.location]).toEqual([303, `/notifications/${id}`]);
    const archived = await anna.follow(sent);
    expect(archived.$("main form[method=post] button").text()).toBe("Un-Archive Notification");
    expect(textOf(archived)).toContain("Archived");
    const back = await anna.follow(
      await anna.submit(archived, "main form[method=post]", { intent: "unarchive" }),
    );
    expect(back.$("main form[method=post] button").text()).toBe("Archive Notification");
    expect(pages.statusOf(id)).toBe(1);
  });

  it.each(["/notifications", "page"])("that fails says so on %s and archives nothing", async (where) => {
    const id = pages.add({ subject: "Stays where it is" });
    const address = where === "page" ? `/notifications/${id}` : "/notifications?search=Stays+where";
    const page = await anna.get(address);
    const form = where === "page" ? "main form[method=post]" : pages.rowForm(id);
    const failed = await world.api.failing("MarkAsArchived", () =>
      anna.submit(page, form, { intent: "archive" }),
    );
    expect(failed.status).toBe(502);
    expect(failed.$("main [role=alert]").text()).toContain("There was an error updating the notification.");
    expect(textOf(failed)).toContain("Stays where it is");
    expect(pages.statusOf(id)).not.toBe(2);
  });

  it("changes nothing for a form of another account", async () => {
    const id = pages.add();
    const [page, calls] = await world.api.record(() =>
      anna.post(`/notifications/${id}`, { account: "1002", intent: "archive" }),
    );
    expect([page.status, page.$("h1").text()]).toEqual([409, "You've switched accounts"]);
    expect(calls.filter(({ method, path }) => method === "PUT" && path.includes("Notification"))).toEqual([]);
  });

  it.each([
    [400, { intent: "burn" }],
    [404, { intent: "archive", id: "9".repeat(200) }],
  ])("answers %d to a damaged form: %j", async (status, fields) => {
    const page = await anna.post("/notifications", { account: "1001", ...fields } as Record<string, string>);
    expect(page.status).toBe(status);
  });

  it("can't reach another account's notification", async () => {
    const id = pages.add({ client: "1003" });
    const archived = await anna.post("/notifications", { account: "1001", intent: "archive", id });
    expect([archived.status, (await anna.get(`/notifications/${id}`)).status]).toEqual([404, 404]);
    expect(pages.statusOf(id)).toBe(0);
  });
});

describe("a notification", () => {
  let id: string;
  beforeEach(() => {
    id = pages.add({ subject: "Exchange <strong>moved</strong>", message: "To a <em>new</em> site" });
  });

  const marks = (calls: readonly { path: string }[]) =>
    calls.filter(({ path }) => path.endsWith("/MarkAsRead")).length;

  it("shows its row and its breakdown, and only harmless HTML", async () => {
    const page = await anna.get(`/notifications/${id}`);
    expect(page.$("main tbody tr")).toHaveLength(1);
    expect(page.$("main td[data-label=Subject]").html()).toBe("Exchange moved");
    const breakdown = page.$("#breakdown");
    expect(breakdown.find("h2").text()).toBe("Notification Breakdown");
    const terms = breakdown.find("dt").map((_, term) => page.$(term).text());
    expect(terms.get()).toEqual(["Subject", "Date Issued", "Status", "Issued By", "Message"]);
    for (const place of ["#breakdown", "main tbody", "header [data-unread]"])
      expect(page.$(place).text()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
    expect(breakdown.find("strong").text()).toBe("moved");
    expect(page.$(`main a[href='/notifications']`).text()).toBe("Back to Notifications");
    const bad = await anna.get(
      `/notifications/${pages.add({ subject: `<img src=x onerror="x()"><script>x()</script>Hm`, message: `<a href="javascript:x()">go</a>` })}`,
    );
    expect(bad.$("main").find("img, script, a[href^=javascript], [onerror]")).toHaveLength(0);
  });

  it("is marked and counted as read when it is opened, and isn't marked again the next time", async () => {
    const before = pages.unreadIn(await anna.get("/dashboard"));
    const [opened, calls] = await world.api.record(() => anna.get(`/notifications/${id}`));
    expect([opened.status, marks(calls), pages.statusOf(id)]).toEqual([200, 1, 1]);
    expect(opened.$("main td[data-label=Status]").text()).toBe("Read");
    expect(pages.unreadIn(opened)).toBe(before - 1);
    expect(opened.$(`header a[href='/notifications/${id}']`).attr("data-unread")).toBe("false");
    const [again, more] = await world.api.record(() => anna.get(`/notifications/${id}`));
    expect([marks(more), pages.unreadIn(again)]).toEqual([0, before - 1]);
  });

  it("is marked as read once, however often it is opened at the same time", async () => {
    const [opened, calls] = await world.api.record(() =>
      Promise.all(Array.from({ length: 6 }, () => anna.get(`/notifications/${id}`))),
    );
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect([marks(calls), pages.statusOf(id)]).toEqual([1, 1]);
  });

  it.each([
    ["a prefetch", "GET", "", { "sec-purpose": "prefetch;prerender" }],
    ["a HEAD", "HEAD", "", {}],
    ["a script's request", "GET", "", { "sec-fetch-mode": "cors", accept: "*/*" }],
    ["a page that loads its data again", "GET", ".data", { referer: "/notifications/:id" }],
  ] satisfies [string, "GET" | "HEAD", string, Record<string, string>][])(
    "stays unread for %s",
    async (_, method, suffix, sent) => {
      const headers = Object.entries(sent).map(([name, value]) => [name, value.replace(":id", id)]);
      const url = (value: string | undefined) => new URL(value ?? "", world.portal.url).href;
      const absolute = headers.map(([name, value]) => [name, name === "referer" ? url(value) : value]);
      const [page, calls] = await world.api.record(() =>
        anna.send(`/notifications/${id}${suffix}`, { method, headers: Object.fromEntries(absolute) }),
      );
      expect([page.status, marks(calls), pages.statusOf(id)]).toEqual([200, 0, 0]);
    },
  );

  it("is shown with an error when it couldn't be marked as read; opening it again tries again", async () => {
    const before = pages.unreadIn(await anna.get("/dashboard"));
    const page = await world.api.failing("MarkAsRead", () => anna.get(`/notifications/${id}`));
    expect(page.status).toBe(200);
    expect(page.$("main [role=alert]").text()).toContain("There was an error updating the notification.");
    expect([page.$("main td[data-label=Status]").text(), pages.unreadIn(page)]).toEqual(["Unread", before]);
    const [again, calls] = await world.api.record(() => anna.get(`/notifications/${id}`));
    expect([again.$("main [role=alert]").length, marks(calls), pages.statusOf(id)]).toEqual([0, 1, 1]);
  });

  it("is Page Not Found when it doesn't exist, and an error page when the API fails", async () => {
    for (const unknown of ["424242", "no-such", "%20", "9".repeat(300)]) {
      const page = await anna.get(`/notifications/${unknown}`);
      expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
    }
    const down = await world.api.failing("Notification/Details", () => anna.get(`/notifications/${id}`));
    expect(down.status).toBe(502);
    expect(textOf(down)).toContain("There was an error loading notification.");
  });

  it.each([
    ["LineFaultCheck", /^\/services\/line-faults\/\d+$/],
    ["FailedLineFaultCheck", /^\/services\/line-faults\/error\?notification=\d+$/],
    ["Invoice", /^\/notifications\/\d+$/],
  ])("of type %s is marked as read on the way to the page that it opens", async (type, target) => {
    const one = pages.add({ type, payload: JSON.stringify({ lineFaultCheckId: 7 }) });
    const list = await anna.get("/notifications");
    const link = list.$("main [data-row-link]").first().attr("href") ?? "";
    expect(link).toBe(type === "Invoice" ? `/notifications/${one}` : `/notifications/${one}?open`);
    const page = await anna.get(`/notifications/${one}?open`);
    expect(page.location).toMatch(target);
    expect(pages.statusOf(one)).toBe(1);
  });
});
