import { describe, expect, it } from "vitest";
import { ContactPages } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

const ACTIVITY = "/account/activity";
startWorld({});

/** The text of each row without its date: action, account, browser and outcome. */
const rowsOf = ({ $ }: Page) =>
  $("main tbody tr")
    .map((_, row) => [
      $(row)
        .find("td, th")
        .map((__, cell) => $(cell).text().replace(/\s+/g, " ").trim())
        .get()
        .filter((text) => !/^\d\d\/\d\d\/\d{4}/.test(text))
        .join(" | "),
    ])
    .get();
const activityOf = async (visitor: Visitor, query = "") => rowsOf(await visitor.get(ACTIVITY + query));
const saveContact = async (visitor: Visitor, position: string) => {
  const page = await visitor.get(new ContactPages(world, visitor).pathOf("Hugo"));
  const typed = { position, isSaveConfirmed: "true", onBehalf: "on" };
  return visitor.submit(page, "main form:has(input[name=intent])", typed);
};

describe("a person's activity", () => {
  it("begins with the sign-in, with account, browser and outcome", async () => {
    const ben = await signedIn(world, "ben");
    const before = await activityOf(ben);
    expect(before).toEqual(["Signed in | Harbour & Pine Ltd | Unknown browser | Done"]);
  });

  it("lists saves with their outcome, newest first, and without what was typed", async () => {
    const anna = await signedIn(world, "anna", "1001");
    await saveContact(anna, "Captain");
    for (const answer of [
      { status: 400, body: "{}" },
      { status: 500, body: "{}" },
    ])
      await world.api.answering(
        (call) => call.method === "PUT",
        answer,
        () => saveContact(anna, `Admiral ${answer.status}`),
      );
    const saved = (outcome: string) => `Contact saved | Harbour & Pine Ltd | Unknown browser | ${outcome}`;
    const found = () => activityOf(anna, "?search=contact%20saved");
    await expect.poll(found).toEqual([saved("Not known"), saved("Failed"), saved("Done")]);
    expect((await anna.get(ACTIVITY)).text).not.toMatch(/Captain|Admiral|Hugo/);
  });

  it("covers all of the person's sessions, and nothing that others did", async () => {
    const first = await signedIn(world, "ben");
    await first.post("/logout");
    const again = await signedIn(world, "ben");
    await expect
      .poll(async () => (await activityOf(again)).map((row) => row.split(" | ")[0]))
      .toEqual(["Signed in", "Signed out", "Signed in", "Signed in"]);
    expect(await activityOf(await signedIn(world, "carla"))).toHaveLength(1);
  });

  it("marks what an employee did, and names the account", async () => {
    const ella = await signedIn(world, "ella", "1002");
    await expect
      .poll(() => activityOf(ella, "?search=switched"))
      .toEqual([
        expect.stringMatching(/^Account switched \(as an employee\) \| .+ \| Unknown browser \| Done$/),
      ]);
  });

  it("is exported as CSV, with the rows that match the search", async () => {
    const carla = await signedIn(world, "carla");
    const { text, headers } = await carla.get(`${ACTIVITY}/export.csv?search=signed`);
    expect(headers.get("content-disposition")).toContain("activity.csv");
    const [head, ...lines] = text.replace("\uFEFF", "").trim().split("\r\n");
    expect(head).toBe("When,What you did,Account,Browser,Outcome");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d,Signed in,/);
  });
});
