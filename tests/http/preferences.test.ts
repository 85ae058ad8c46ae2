import { beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, type Visitor } from "../support/visitor.ts";
import { sql, startWorld, world } from "../support/world.ts";

const analyticsScript = "https://analytics.example/a.js";
const year = 31_536_000;

startWorld({ environment: { ANALYTICS_SCRIPT_URL: analyticsScript } });
let ben: Visitor;
beforeAll(async () => {
  ben = await signedIn(world, "ben");
});

describe("the cookie dialog", () => {
  const dialog = "dialog[aria-labelledby=cookie-dialog-heading]";

  it.each([
    ["accept", "accepted"],
    ["opt-out", "opted-out"],
  ])("keeps the answer '%s' for a year, and is not shown again", async (choice, kept) => {
    const visitor = await signedIn(world, "ben");
    const asked = await visitor.get("/tickets?page=2");
    expect(asked.$(dialog).length).toBe(1);
    const answer = await visitor.submit(asked, `${dialog} form`, { choice });
    expect([answer.status, answer.location]).toEqual([303, "/tickets?page=2"]);
    const [line] = answer.headers.getSetCookie();
    expect(line).toMatch(new RegExp(`^cookie-choice=${kept};.*Max-Age=${year}`));
    expect((await visitor.get("/dashboard")).$(dialog).length).toBe(0);
  });

  it("doesn't show on the Cookie Policy, which holds the same choice", async () => {
    const page = await world.visitor().get("/cookies");
    expect(page.$(dialog).length).toBe(0);
    expect(attributesOf(page, "button[name=choice]", "value")).toEqual(["accept", "opt-out"]);
    expect(textOf(page)).toContain("Reviewed July 2018");
  });

  it("stores nothing for an unknown answer", async () => {
    const answer = await world.visitor().post("/cookies", { choice: "maybe" });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });

  it("keeps analytics out until the person accepts; opting out removes it and its cookies", async () => {
    const visitor = await signedIn(world, "ben");
    const loads = async () => (await visitor.get("/dashboard")).text.includes(analyticsScript);
    expect(await loads()).toBe(false);
    await visitor.post("/cookies", { choice: "accept" });
    expect(await loads()).toBe(true);
    visitor.setCookie("_ga", "GA1.1.2");
    visitor.setCookie("ai_session", "x");
    const answer = await visitor.post("/cookies", { choice: "opt-out" });
    expect(answer.headers.getSetCookie().join("\n")).toMatch(
      /_ga=; Path=\/; Max-Age=0[^]*ai_session=; Path=\/; Max-Age=0/,
    );
    expect([visitor.cookie("_ga"), visitor.cookie("ai_session")]).toEqual([undefined, undefined]);
    expect(await loads()).toBe(false);
  });

  it("keeps the answer when the person signs out", async () => {
    const visitor = await signedIn(world, "ben");
    await visitor.post("/cookies", { choice: "opt-out" });
    await visitor.follow(await visitor.post("/logout"));
    expect(visitor.cookie("cookie-choice")).toBe("opted-out");
  });
});

describe("the appearance", () => {
  it("is kept for a year, and set in the HTML of each page", async () => {
    const visitor = await signedIn(world, "ben");
    const page = await visitor.get("/tickets");
    expect(page.$("html").attr("data-theme")).toBeUndefined();
    const answer = await visitor.submit(page, "form[action='/appearance']", { theme: "dark" });
    expect([answer.status, answer.location]).toEqual([303, "/tickets"]);
    expect(answer.headers.getSetCookie()[0]).toMatch(new RegExp(`^theme=dark;.*Max-Age=${year}`));
    expect((await visitor.get("/tickets")).$("html").attr("data-theme")).toBe("dark");
    await visitor.post("/appearance", { theme: "system" });
    expect((await visitor.get("/tickets")).$("html").attr("data-theme")).toBeUndefined();
  });

  it("takes no other value", async () => {
    const visitor = world.visitor();
    await visitor.post("/appearance", { theme: '"><script>' });
    expect(visitor.cookie("theme")).toBeUndefined();
  });
});

describe("the page view", () => {
  const views = () =>
    sql`SELECT page_url, details FROM page_views ORDER BY page_view_id DESC` as {
      page_url: string;
      details: string;
    }[];

  it("is logged at the API: the path without its query, and no analytics id without consent", async () => {
    const visitor = await signedIn(world, "ben");
    visitor.setCookie("_ga", "GA1.secret");
    await visitor.get("/services/line-faults?secret=1", { "user-agent": "A browser/1" });
    await expect.poll(() => views()[0]?.page_url, { timeout: 20_000 }).toBe("/services/line-faults");
    expect(JSON.parse(views()[0]?.details ?? "")).toMatchObject({
      gaClientId: "",
      gId: "",
      appInsightsSessionId: "",
      userAgent: "A browser/1",
    });
    await visitor.post("/cookies", { choice: "accept" });
    await visitor.get("/services/availability-checker");
    await expect.poll(() => views()[0]?.page_url, { timeout: 20_000 }).toBe("/services/availability-checker");
    expect(JSON.parse(views()[0]?.details ?? "")).toMatchObject({ gaClientId: "GA1.secret" });
  });

  it.each(["hang"] as const)("does not delay the page when logging meets %s", async (kind) => {
    world.provider.faults.add({ kind, path: "/api/EventLog", delayMs: 0, calls: 3 });
    const page = await ben.get("/tickets");
    world.provider.faults.clear();
    expect([page.status, page.$("h1").text()]).toEqual([200, "Tickets"]);
    expect(page.text).not.toContain("There was an error logging event.");
  });
});
