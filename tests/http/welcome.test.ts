import { expect, it } from "vitest";
import { cardText, emails, signedIn } from "../support/signed-in.ts";
import { attributesOf, headingOf, textsOf, type Page } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

// Has its own world, because 'Got it' stays for a year.
startWorld({});

const pathOf = ({ url }: Page) => new URL(url).pathname;
const linksOf = (page: Page) => textsOf(page, "#welcome details a");

it("a sign-in leads to the dashboard, with a welcome card in all browsers until 'Got it'", async () => {
  const first = world.visitor();
  const page = await first.signIn(emails.ben);
  expect([pathOf(page), headingOf(page)]).toEqual(["/dashboard", "Dashboard"]);
  expect(cardText(page, "Welcome")).toContain("What you can do for Harbour & Pine Ltd");
  const other = world.visitor();
  expect(cardText(await other.signIn(emails.ben), "Welcome")).toContain("See where you're signed in");
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
  expect(attributesOf(page, "#welcome p a", "href")).toEqual([
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
