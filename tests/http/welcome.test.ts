import { expect, it } from "vitest";
import { cardText, emails, signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, type Page } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

// A world of its own: 'Got it' stays for a year.
startWorld({});

const pathOf = ({ url }: Page) => new URL(url).pathname;
const linksOf = ({ $ }: Page) =>
  $("#welcome details a")
    .map((_, one) => $(one).text())
    .get();

it("a sign-in leads to the dashboard, with a welcome card in all browsers until 'Got it'", async () => {
  const first = world.visitor();
  const page = await first.signIn(emails.ben);
  expect([pathOf(page), headingOf(page)]).toEqual(["/dashboard", "Dashboard"]);
  expect(cardText(page, "Welcome")).toContain("What you can do for Harbour & Pine Ltd");
  const other = world.visitor();
  expect(cardText(await other.signIn(emails.ben), "Welcome")).toContain(
    "signed in in this browser and one other",
  );
  const answer = await first.submit(page, "#welcome form");
  expect([answer.status, answer.location]).toEqual([303, "/dashboard"]);
  for (const visitor of [first, other]) expect(cardText(await visitor.get("/dashboard"), "Welcome")).toBe("");
});

it("the card lists the pages that the person's roles open for the account, and leads to the settings", async () => {
  const anna = await signedIn(world, "anna", "1001");
  const page = await anna.get("/dashboard");
  expect(linksOf(page)).toEqual(
    expect.arrayContaining(["Manage Contacts", "Invoices", "Tickets", "Line Faults"]),
  );
  const targets = page.$("#welcome p a").map((_, link) => page.$(link).attr("href"));
  expect(targets.get()).toEqual([
    "/account/sessions",
    "/dashboard?enableNotifications=true",
    "/notifications/messages",
  ]);
  expect(linksOf(await (await signedIn(world, "carla")).get("/dashboard"))).not.toContain("Tickets");
});

it("employees see no welcome card", async () => {
  const ella = await signedIn(world, "ella", "1001");
  expect(cardText(await ella.get("/dashboard"), "Welcome")).toBe("");
});

it("a sign-in leads to the page that was asked for", async () => {
  const carla = world.visitor();
  await carla.get("/notifications?status=read");
  const page = await carla.signIn(emails.carla);
  expect(page.url).toMatch(/\/notifications\?status=read$/);
});

it("who has several accounts chooses one first, and Continue leads to the page that was asked for", async () => {
  const anna = world.visitor();
  await anna.get("/invoices?status=live");
  expect(pathOf(await anna.signIn(emails.anna))).toBe("/switch-account");
  expect((await anna.post("/switch-account", { account: "1001" })).location).toBe("/invoices?status=live");
  const again = await signedIn(world, "anna");
  expect((await again.post("/switch-account", { account: "1001" })).location).toBe("/dashboard");
});

it("a page that is opened before the choice follows it, too", async () => {
  const anna = await signedIn(world, "anna");
  expect((await anna.get("/tickets?status=closed")).location).toBe("/switch-account");
  expect((await anna.post("/switch-account", { account: "1001" })).location).toBe("/tickets?status=closed");
});

it("there is no page /welcome", async () => {
  const page = await (await signedIn(world, "ben")).get("/welcome");
  expect([page.status, textOf(page).includes("Page Not Found")]).toEqual([404, true]);
});
