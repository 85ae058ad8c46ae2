import { expect, it } from "vitest";
import { emails, signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, type Page } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld({ environment: { WELCOME_OFF: "0" } });

const pathOf = ({ url }: Page) => new URL(url).pathname;
const linksOf = ({ $ }: Page) =>
  $("#pages a")
    .map((_, one) => $(one).text())
    .get();

it("/welcome follows each sign-in that asked for no page, in all browsers, until 'Got it'", async () => {
  const first = world.visitor();
  const page = await first.signIn(emails.ben);
  expect([pathOf(page), headingOf(page)]).toEqual(["/welcome", "Welcome"]);
  expect(page.$("main button:contains('Got it')").length).toBe(1);
  expect(pathOf(await world.visitor().signIn(emails.ben))).toBe("/welcome");
  const answer = await first.submit(page, "main form");
  expect([answer.status, answer.location]).toEqual([303, "/dashboard"]);
  expect(pathOf(await world.visitor().signIn(emails.ben))).toBe("/dashboard");
});

it("/welcome does not come before a page that was asked for, nor when the dashboard is opened", async () => {
  const carla = world.visitor();
  await carla.get("/notifications");
  expect(pathOf(await carla.signIn(emails.carla))).toBe("/notifications");
  expect(headingOf(await carla.get("/dashboard"))).toBe("Dashboard");
});

it("/welcome comes after the choice of an account, and lists the pages that the roles there open", async () => {
  const anna = await signedIn(world, "anna");
  const chosen = await anna.follow(await anna.post("/switch-account", { account: "1001" }));
  expect(pathOf(chosen)).toBe("/welcome");
  expect(textOf(chosen)).toContain("This is what you can do here for Harbour & Pine Ltd.");
  expect(linksOf(chosen)).toEqual(
    expect.arrayContaining(["Manage Contacts", "Invoices", "Tickets", "Line Faults"]),
  );
  const carla = await signedIn(world, "carla");
  expect(linksOf(await carla.get("/welcome"))).not.toContain("Tickets");
  expect(textOf(await carla.get("/welcome"))).toMatch(
    /In this browser( alone| and (one other|\d+ others))\./,
  );
});

it("/welcome does not come for employees", async () => {
  const ella = await signedIn(world, "ella");
  expect(pathOf(await ella.follow(await ella.post("/switch-account", { account: "1001" })))).toBe(
    "/dashboard",
  );
});
