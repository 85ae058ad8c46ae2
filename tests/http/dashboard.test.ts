import { describe, expect, it } from "vitest";
import type { Script } from "../support/api-tap.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf } from "../support/visitor.ts";
import { createWorld, startWorld, world } from "../support/world.ts";

startWorld();

const shortcuts = (text: string) => text.replace(/^Shortcuts ?/, "");

describe("the dashboard", () => {
  it("shows Anna all cards and shortcuts", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await visitor.get("/dashboard");
    expect(page.$("title").text()).toBe("Customer Portal - Dashboard");
    expect(page.$("h1").text()).toBe("Dashboard");
    expect(textsOf(page, "main h2:not(#needs-you-heading)")).toEqual([
      "To pay",
      "Welcome",
      ...["Customer Details", "Tickets", "Blogs & News", "Notifications", "Shortcuts"],
    ]);
    expect(cardText(page, "Customer Details")).toContain("Harbour & Pine Ltd");
    expect(shortcuts(cardText(page, "Shortcuts"))).toBe(
      "InvoicesTicketsMake a paymentSetup Direct DebitManage Direct DebitsSubscriptionsQuotesReturnsAdd New ContactWho can do whatRun a Line TestFTTP Availability Checker",
    );
  });

  it("shows at most two of the API's latest tickets", async () => {
    const tickets = Array.from({ length: 5 }, (_, index) => ({
      supportTicketId: index + 1,
      subject: "Slow",
    }));
    const visitor = await signedIn(world, "anna", "1001");
    const page = await world.api.answering("/MyLatestTickets", { body: JSON.stringify(tickets) }, () =>
      visitor.get("/dashboard"),
    );
    expect(attributesOf(page, "#tickets a[href^='/tickets/']:not([href$='/new'])", "href")).toEqual([
      "/tickets/1",
      "/tickets/2",
    ]);
  });

  it("shows plain texts and dates in London's time zone, and links each entry", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const answers: Readonly<Record<string, unknown>> = {
      "/SupportTicket/MyLatestTickets": [
        { supportTicketId: 7, subject: "Slow <b>line</b>", time: "2024-11-05T23:30:00Z" },
      ],
      "/Notification/MyNotifications": {
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
      },
    };
    const [page, calls] = await world.api.record(() =>
      world.api.scripted(
        ({ path }) => (path in answers ? { body: JSON.stringify(answers[path]) } : undefined),
        () => visitor.get("/dashboard"),
      ),
    );
    const entriesOf = (heading: string) =>
      page
        .$(`main section:has(h2:contains('${heading}')) li`)
        .map((_, item) => `${page.$(item).find("a").attr("href")} ${page.$(item).text().trim()}`)
        .get();
    expect(entriesOf("Tickets")).toEqual(["/tickets/7 Slow <b>line</b>#7 · 05/11/2024"]);
    expect(entriesOf("Notifications")).toEqual([
      "/notifications/1 Unread: Work done02/07/2024 00:30",
      "/services/line-faults/9 NotificationWe can't read this date · Line test 9",
    ]);
    const asked = calls.filter(({ path }) => path === "/Notification/MyNotifications");
    expect(asked.map(({ query }) => query.toString())).toEqual([
      "SortBy=issuedon+DESC&PageSize=3&PageNumber=1&includedStatusCodes=0&includedStatusCodes=1",
    ]);
  });

  it("shows three blog posts and a link to the rest", async () => {
    const page = await (await signedIn(world, "ben")).get("/dashboard");
    const card = page.$("main h2:contains('Blogs & News')").closest("section");
    expect(card.find("li").length).toBe(3);
    expect(card.find("a:contains('View more')").attr("href")).toBe(`${world.provider.url}/blog`);
    expect(card.text()).toMatch(/\d\d\/\d\d\/\d{4} · \d+ min read/);
  });

  it("lists campaigns without scripts; the portal serves their images, to signed-in users alone", async () => {
    const visitor = await signedIn(world, "ben");
    const page = await visitor.get("/dashboard");
    const images = page.$("[aria-label=Campaigns] img");
    expect(images.length).toBe(4);
    for (const source of images.map((_, image) => page.$(image).attr("src") ?? "").get()) {
      expect(source).toMatch(/^\/campaign-images\//);
      expect((await visitor.get(source)).headers.get("content-type")).toMatch(/^image\//);
      expect((await world.visitor().get(source)).status).toBe(401);
    }
    expect(
      images
        .map((_, image) => page.$(image).attr("alt"))
        .get()
        .join(),
    ).toContain("Full fibre has arrived");
    expect(page.$("a[aria-label^='Campaign ']").length).toBe(4);
  });

  it("shows Ben only what Support allows", async () => {
    const page = await (await signedIn(world, "ben")).get("/dashboard");
    expect(cardText(page, "Tickets")).not.toBe("");
    expect(shortcuts(cardText(page, "Shortcuts"))).toBe("TicketsRun a Line TestFTTP Availability Checker");
    expect(cardText(page, "Customer Details")).not.toContain("Switch Account");
  });

  it("shows Carla no tickets, and asks the API for none", async () => {
    const visitor = await signedIn(world, "carla");
    const [page, calls] = await world.api.record(() => visitor.get("/dashboard"));
    expect(cardText(page, "Tickets")).toBe("");
    expect(shortcuts(cardText(page, "Shortcuts"))).toBe(
      "InvoicesMake a paymentSetup Direct DebitManage Direct DebitsSubscriptionsQuotesRun a Line TestFTTP Availability Checker",
    );
    expect(calls.filter(({ path }) => path.startsWith("/SupportTicket"))).toEqual([]);
  });

  it("says so if there are no tickets or notifications yet, and doesn't lead to Direct Debits", async () => {
    const page = await (await signedIn(world, "dev", "1004")).get("/dashboard");
    expect(shortcuts(cardText(page, "Shortcuts"))).toMatch(/Setup Direct Debit(?!Manage)/);
    expect(cardText(page, "Tickets")).toContain("You have no open tickets");
    expect(cardText(page, "Notifications")).toContain("You have no recent notifications");
  });

  it("offers browser notifications only with ?enableNotifications=true", async () => {
    const visitor = await signedIn(world, "ben");
    expect(textOf(await visitor.get("/dashboard"))).not.toContain("Browser notifications");
    expect(textOf(await visitor.get("/dashboard?enableNotifications=1"))).not.toContain("Browser notif");
    const page = await visitor.get("/dashboard?enableNotifications=true");
    expect(textOf(page)).toContain("Browser notifications");
    expect(textOf(page)).toContain("This needs JavaScript");
  });

  it("makes its calls at once, none of them twice, and at most four once the caches are filled", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    await visitor.get("/dashboard");
    const readsOf = async (open: () => Promise<unknown>) => {
      // The view of a page is logged after its answer, so the view of an earlier page may be among the calls.
      return (await world.api.record(open))[1].filter(({ method }) => method === "GET");
    };
    const usual = await readsOf(() => visitor.get("/dashboard"));
    const abandonedBefore = world.api.abandoned.length;
    const areAllOpen = Promise.withResolvers<void>();
    let open = 0;
    const hold: Script = async ({ method }) => {
      if (method !== "GET") return;
      open += 1;
      if (open === usual.length) areAllOpen.resolve();
      await areAllOpen.promise;
    };
    const reads = await readsOf(() => world.api.scripted(hold, () => visitor.get("/dashboard")));
    expect(new Set(reads.map(({ path, query }) => `${path}?${query}`)).size).toBe(reads.length);
    expect(reads.length + 1).toBeLessThanOrEqual(4);
    expect(world.api.abandoned).toHaveLength(abandonedBefore);
  });

  it("is where `/` leads", async () => {
    expect((await (await signedIn(world, "ben")).get("/")).location).toBe("/dashboard");
  });

  it("leads a user without any account to a page that says so", async () => {
    const page = await (await signedIn(world, "otto")).open("/dashboard");
    expect(textOf(page)).toContain("We could not find any associated account information");
  });
});

describe("a source that fails", () => {
  it.each([
    ["/api/SupportTicket/MyLatestTickets", "Tickets", "There was an error loading latest tickets."],
    ["/api/Notification/MyNotifications", "Notifications", "There was an error loading notifications."],
  ])("(%s) shows an error in its card alone", async (path, heading, message) => {
    const visitor = await signedIn(world, "anna", "1001");
    world.provider.faults.add({ kind: "500", path, delayMs: 0 });
    const page = await visitor.get("/dashboard");
    world.provider.faults.clear();
    expect(page.status).toBe(200);
    expect(cardText(page, heading)).toContain(message);
    const others = ["Customer Details", "Tickets", "Blogs & News", "Notifications", "Shortcuts"];
    for (const other of others.filter((one) => one !== heading))
      expect(cardText(page, other)).not.toContain("There was an error");
    expect(cardText(await visitor.get("/dashboard"), heading)).not.toContain("There was an error");
  });

  it("and was never loaded before shows an error with a reference", async () => {
    const fresh = await createWorld();
    fresh.provider.faults.add({ kind: "500", path: "/feeds", delayMs: 0 });
    const visitor = await signedIn(fresh, "ben");
    const page = await visitor.get("/dashboard");
    fresh.provider.faults.clear();
    expect(page.status).toBe(200);
    expect(cardText(page, "Blogs & News")).toContain("There was an error loading the blog.");
    expect(textOf(page)).toContain("There was an error loading campaigns.");
    expect(textOf(page)).toContain(page.headers.get("x-request-id"));
    await fresh.close();
  });

  it("after it was loaded once is served from the cache", async () => {
    const visitor = await signedIn(world, "ben");
    await visitor.get("/dashboard");
    world.provider.faults.add({ kind: "down", path: "/feeds", delayMs: 0 });
    const page = await visitor.get("/dashboard");
    world.provider.faults.clear();
    expect(page.$("main h2:contains('Blogs & News')").closest("section").find("li").length).toBe(3);
    expect(page.$("[aria-label=Campaigns] img").length).toBe(4);
  });
});

it("the banner is gone after its day", async () => {
  const page = await (await signedIn(world, "ben")).get("/dashboard");
  expect(page.$("[aria-label=Announcement]").length).toBe(0);
});
