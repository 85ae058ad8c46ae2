import { beforeAll, describe, expect, it } from "vitest";
import { signedIn, type DemoName } from "../support/signed-in.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import { attributesOf, messageOf, textOf, textsOf, type Page, type Visitor } from "../support/visitor.ts";
import { sql, startWorld, world } from "../support/world.ts";

startWorld({ environment: { STATUS_BANNER: "Lines in Leeds are being repaired." } });
let ben: Visitor;
let anna: Visitor;
beforeAll(async () => {
  ben = await signedIn(world, "ben");
  anna = await signedIn(world, "anna", "1001");
});

const texts = (page: Page, selector: string) => textsOf(page, selector);

/** The texts of the main menu, entries after their group. */
const menuOf = (page: Page) => texts(page, "nav[aria-label=Main] summary, nav[aria-label=Main] a");

describe("the navigation", () => {
  const menus: readonly (readonly [DemoName, string | undefined, readonly string[]])[] = [
    [
      "anna",
      "1001",
      [
        "Dashboard",
        "Account",
        "Account Details",
        "Manage Contacts",
        "Manage Locations",
        "Switch Account",
        "Invoices",
        "Tickets",
        "Products",
        "Quotes",
        "Subscriptions",
        "Returns",
        "Services",
        "Line Faults",
        "FTTP Availability Checker",
        "Devices Shop",
      ],
    ],
    [
      "ben",
      undefined,
      [
        "Dashboard",
        "Account",
        "Account Details",
        "Tickets",
        "Services",
        "Line Faults",
        "FTTP Availability Checker",
      ],
    ],
    [
      "carla",
      undefined,
      [
        "Dashboard",
        "Account",
        "Account Details",
        "Switch Account",
        "Invoices",
        "Products",
        "Quotes",
        "Subscriptions",
        "Services",
        "Line Faults",
        "FTTP Availability Checker",
      ],
    ],
  ];

  it.each(menus)("of %s follows the roles for the account", async (name, account, expected) => {
    const visitor = await signedIn(world, name, account);
    expect(menuOf(await visitor.get("/dashboard")), "the lists are in this file").toEqual(expected);
  });

  it("is there once an account is chosen, and not before", async () => {
    const visitor = world.visitor();
    const choice = await visitor.signIn("anna.archer@harbourpine.example");
    expect(menuOf(choice)).toEqual([]);
    expect(choice.$("form[action='/logout']").length).toBe(1);
  });

  it("marks the current page, and works without scripts: groups are details elements, entries are links", async () => {
    const page = await anna.get("/account/contacts");
    expect(page.$("nav[aria-label=Main] a[aria-current=page]").text()).toBe("Manage Contacts");
    expect(page.$("nav[aria-label=Main] details[open] > summary").text()).toBe("Account");
    expect(page.$("nav[aria-label=Main] a:not([href])").length).toBe(0);
  });

  it("opens one menu at a time, without a script", async () => {
    const page = await anna.get("/dashboard");
    const names = attributesOf(page, "details[name]", "name");
    expect(names.length).toBe(3);
    expect(new Set(names).size).toBe(1);
  });
});

describe("the account panel", () => {
  it("holds everything the spec lists", async () => {
    const page = await anna.get("/dashboard");
    const panel = page.$("section[aria-label='Your account']");
    const headings = panel
      .find("h2")
      .map((_, heading) => page.$(heading).text())
      .get();
    expect(headings).toEqual([
      "Your Details",
      "Account Name",
      "Account Numbers",
      "Primary Address",
      "Contact Us",
    ]);
    for (const words of [
      "Anna Archer",
      "Harbour & Pine Ltd",
      "HAR001",
      "HAR007",
      "YO21 3PU",
      "Whitby",
      "Gold membership",
    ])
      expect(panel.text()).toContain(words);
    expect(panel.find("details").text()).toContain("HAR004");
    expect(panel.find("a[href='mailto:helpdesk@provider.example']").length).toBe(1);
    expect(panel.find("a[href='/switch-account']").text()).toBe("Switch Accounts");
    expect(panel.find("form[method=post][action='/logout'] button").text()).toBe("Logout");
  });

  it("offers no switch of account to a person without the role, and doesn't fold a short list", async () => {
    const panel = (await ben.get("/dashboard")).$("section[aria-label='Your account']");
    expect(panel.find("a[href='/switch-account']").length).toBe(0);
    const carla = await signedIn(world, "carla");
    const panelOfCarla = (await carla.get("/dashboard")).$("section[aria-label='Your account']");
    expect(panelOfCarla.find("details").length).toBe(0);
    expect(panelOfCarla.text()).toContain("BRI003");
  });
});

describe("the bell", () => {
  it("says how many notifications are unread and shows the latest", async () => {
    const { n } = sql`SELECT count(*) AS n FROM notifications WHERE client_id = '1001' AND status = 0`[0] as {
      n: number;
    };
    const page = await anna.get("/dashboard");
    const bell = page.$("summary:contains('Notifications')");
    expect(bell.text().replace(/\s+/g, " ")).toContain(String(n));
    expect(page.$("section[aria-label='Latest notifications'] li").length).toBe(3);
  });

  it("counts a new notification on the next page, without scripts", async () => {
    const count = async () =>
      Number(/\d+/.exec((await anna.get("/tickets")).$("summary:contains('Notifications')").text())?.[0]);
    const before = await count();
    world.provider.raise({ kind: "notification", clientId: "1001" });
    expect(await count()).toBe(before + 1);
  });
});

describe("the shell", () => {
  it("has the footer's links, the environment tag and the status banner", async () => {
    const page = await ben.get("/dashboard");
    expect(texts(page, "footer a")).toEqual([
      "Terms & Conditions",
      "Privacy Policy",
      "Cookie Policy",
      "Complaints Procedure",
      "Service status",
    ]);
    expect(page.$("footer").text()).toContain("test");
    expect(page.text).toContain("Lines in Leeds are being repaired.");
    expect(page.$("a[href='#main']").first().text()).toBe("Skip to main content");
  });

  const titles: readonly (readonly [string, string])[] = [
    ["/dashboard", "Dashboard"],
    ["/switch-account", "Choose Account"],
    ["/account", "Account Details"],
    ["/services/line-faults", "Run a Line Test"],
    ["/services/availability-checker", "FTTP Availability Checker"],
    ["/shop/devices", "Devices Shop"],
    ["/cookies", "Cookie Policy"],
    ["/logout", "Logout"],
    ["/no-access", "Request Access"],
    ["/error", "Error"],
  ];
  it.each(titles)("names the application and the page in the title of %s: %s", async (path, title) => {
    expect((await anna.get(path)).$("title").text()).toBe(`Customer Portal - ${title}`);
  });

  it.each(["/not-found", "/no-such-page"])("surrounds Page Not Found at %s", async (path) => {
    const page = await ben.get(path);
    expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
    expect(page.$("title").text()).toMatch(/Customer Portal - Page Not Found$/);
    expect(textOf(page)).toContain("We couldn't find what you requested.");
    expect(menuOf(page).length).toBeGreaterThan(4);
    expect(page.$("form[action='/logout']").length).toBe(1);
  });
});

it("a message that tells of a failure stays until the next page; others are marked to leave", async () => {
  const at = ticketPath("No notes at all");
  const failed = await anna.follow(await anna.submit(await anna.get(`${at}/files`), "#ticket-files"));
  const done = await anna.follow(await anna.submit(await anna.get(at), "#ticket", { message: "Hello" }));
  const lasting = ({ $ }: Page) => $("[role=status] [data-lasting=true]").text();
  expect(lasting(failed)).toContain("Error: Please choose the files to add.");
  expect(lasting(done)).not.toContain("Your reply");
  expect(messageOf(done)).toContain("Your reply");
});
