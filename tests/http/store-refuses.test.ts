import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { ContactPages } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-store-refuses-"));
const file = join(folder, "sessions.sqlite");
startWorld({ environment: { SESSION_STORE: `sqlite:${file}` } });
afterAll(() => rmSync(folder, { recursive: true }));

/** Another process with the session file: while it writes, the portal can read but not write, as on a full disk. */
let other: DatabaseSync;
beforeEach(() => {
  other = new DatabaseSync(file);
});
afterEach(() => other.close());

it("signs out the browser at hand, says that the session couldn't be ended, and ends it later", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const thief = world.visitor();
  thief.setCookie("session", visitor.cookie("session") ?? "");
  other.exec("BEGIN IMMEDIATE");
  const [answer, calls] = await world.api.record(() => visitor.post("/logout"));
  expect([answer.status, visitor.cookie("session")]).toEqual([303, undefined]);
  expect(answer.location).toContain(`${world.provider.url}/customer/`);
  expect(calls.map(({ path }) => path)).toContain("/logout");
  const page = await visitor.follow(answer);
  expect([page.status, headingOf(page)]).toEqual([200, "You've signed out on this browser"]);
  expect(textOf(page)).toContain("couldn't end your session on our side");
  expect(headingOf(await visitor.get("/logout"))).toBe("You've signed out");
  const ended = () => other.prepare("SELECT id FROM tombstone").all().length;
  expect(ended()).toBe(0);
  other.exec("ROLLBACK");
  await expect.poll(ended, { timeout: 20_000 }).toBe(1);
  expect((await thief.get("/dashboard")).location).toBe("/login");
});

it("says of a contact that was saved before the store went away that it may have been saved", async () => {
  const pages = new ContactPages(world, await signedIn(world, "anna", "1001"));
  const form = await pages.open("Hugo");
  const page = await world.api.scripted(
    ({ method }) => {
      if (method === "PUT") other.exec("BEGIN IMMEDIATE");
    },
    () => pages.save(form, { position: "Saved" }),
  );
  expect(pages.row("Hugo")["position"]).toBe("Saved");
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(textOf(page)).toContain("may have been saved");
  expect(textOf(page)).not.toMatch(/nothing (you saved )?was lost/i);
});
