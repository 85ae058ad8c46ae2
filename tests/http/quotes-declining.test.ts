import { afterEach, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pathOf } from "../support/quotes.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const FORM = "main form:has(input[name=intent])";
const kept = () => sql`SELECT quote_id, message FROM quote_questions`;
afterEach(() => world.provider.db.exec("DELETE FROM quote_questions"));

it("a decline is sent once, as a question with a plain first line, and both pages say so", async () => {
  const path = pathOf("Five versions");
  const form = await anna.get(`${path}/decline`);
  expect(textOf(form)).toContain("We'll send this to whoever prepared the quote");
  expect(textOf(await anna.get(path))).not.toContain("You've told us that");
  const reason = "Too dear.\nWe stay where we are.";
  const replies = await Promise.all([1, 2].map(() => anna.submit(form, FORM, { reason })));
  expect(replies.map(({ location }) => location)).toEqual(Array(2).fill(`${path}/decline?sent`));
  const message = `We'd like to decline this quote.\n\nReason: ${reason}`;
  expect(kept()).toEqual([{ quote_id: Number(path.split("/").at(-1)), message }]);
  const done = await anna.follow(replies[0]!);
  expect(textOf(done)).toContain("The quote stays open until we've read your message");
  expect(textOf(await anna.get(path))).toContain("You've told us that you're declining this quote.");
});

it("a decline needs a reason, which the server's rules judge together with the first line", async () => {
  const form = await anna.get(`${pathOf("Five versions")}/decline`);
  const empty = await anna.submit(form, FORM, { reason: "  " });
  expect(empty.status).toBe(400);
  expect(empty.$("#quote-decline-reason-error").text()).toBe("Error: Please enter your reason.");
  const long = await anna.submit(form, FORM, { reason: "x".repeat(1_990) });
  expect(long.status).toBe(400);
  expect(long.$("textarea[name=reason]").text().trim().length).toBe(1_990);
  expect(kept()).toEqual([]);
});

it("only an open quote can be declined: the address of another leads to its page, which has no button", async () => {
  const path = pathOf("Expired yesterday");
  expect((await anna.get(`${path}/decline`)).location).toBe(path);
  expect((await anna.get(path)).$("main header a:contains('Decline')").length).toBe(0);
});

it("the page thanks only a session that has declined, and asks for a sign-in and the role Quotes", async () => {
  const otherSession = await signedIn(world, "anna", "1001");
  const path = pathOf("Five versions");
  expect((await otherSession.get(`${path}/decline?sent`)).location).toBe(`${path}/decline`);
  expect((await world.visitor().get(`${path}/decline`)).location).toBe("/login");
  expect((await (await signedIn(world, "ben")).get(`${path}/decline`)).status).toBe(403);
});

it("a chosen version is shown alone, with its lines and total; an unknown version shows all", async () => {
  const path = pathOf("Five versions");
  const page = await anna.get(`${path}?version=5&list=search%3Dfive`);
  const text = textOf(page);
  expect(text).toContain("Version 5: Quote Breakdown");
  expect(text).toContain("Optional, only in the fifth");
  expect(textOf(await anna.get(`${path}?version=1`))).not.toContain("Optional, only in the fifth");
  expect(page.$("#total").closest("section").text()).not.toContain("Version 4");
  const links = page.$("nav[aria-label='Version to show and print'] a");
  expect(links.filter("[aria-current]").text()).toBe("Version 5");
  expect(links.eq(0).attr("href")).toBe(`${path}?list=search%3Dfive`);
  expect(textOf(await anna.get(`${path}?version=9`))).toContain("Optional, only in the fifth");
});
