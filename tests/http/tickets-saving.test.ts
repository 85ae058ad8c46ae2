import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { alertOf, fieldsOf } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { messageOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const open = (subject: string) => anna.get(ticketPath(subject));

/** Sends the form; the name and value of a pressed button follow the fields, as browsers send them. */
async function save(page: Page, typed: Readonly<Record<string, string>>, pressed?: [string, string]) {
  if (!pressed) return anna.submit(page, "#ticket", typed);
  const fields = fieldsOf(page).map(([name, value]): [string, string] => [name, typed[name] ?? value]);
  return anna.post(page.url, new URLSearchParams([...fields, pressed]));
}

describe("saving", () => {
  it("sends the whole object back, with unchanged HTML as it came, and leads to the list as it was left", async () => {
    const place = "list=search%3Dno%2Bnotes";
    const page = await anna.get(`${ticketPath("No notes at all")}?${place}`);
    const { details, contact_id } = ticketOf("No notes at all");
    const [reply, calls] = await world.api.record(() => save(page, { statusId: "2" }));
    expect([reply.status, reply.location]).toEqual([303, "/tickets?search=no+notes"]);
    const put = calls.find(({ method }) => method === "PUT");
    expect(JSON.parse(put?.body ?? "")).toMatchObject({
      statusId: 2,
      status: "Deferred",
      contactId: contact_id,
      details,
      message: "",
      extensionData: { schema: 3, source: "crm" },
      isSaveConfirmed: false,
    });
    const list = await anna.follow(reply);
    expect(messageOf(list)).toMatch(/^Success: Ticket \d+ was updated\./);
    expect(notesOf("No notes at all")).toEqual(["<p>Status changed from In Progress to Deferred.</p>"]);
  });

  it("folds contact, address and details, and opens them once something in them was changed or refused", async () => {
    const { support_ticket_id: id } = ticketOf("Nobody and nowhere");
    const write = "UPDATE tickets SET details = '<p>Two<br>lines</p>' WHERE support_ticket_id = ?";
    sql(write, id);
    const page = await open("Nobody and nowhere");
    const fold = ({ $ }: Page) => $("details:has(select[name=contactId])");
    expect(fold(page).children("summary").text()).toBe("Contact, Address, Details");
    expect(fold(page).is("[open]")).toBe(false);
    expect(page.$("details:has(textarea[name=message], select[name=statusId])")).toHaveLength(0);
    const expanded = { notes: "all" };
    expect(fold(await save(page, { message: "Hello" }, ["notes", "all"])).is("[open]")).toBe(false);
    const changed = { details: "Worse\r\nthan before" };
    expect(fold(await anna.submit(page, "#ticket", { ...changed, ...expanded })).is("[open]")).toBe(true);
    expect(fold(await save(page, { contactId: "" })).is("[open]")).toBe(true);
  });

  it.each(["99"])("takes no status that is not offered: %s", async (statusId) => {
    const page = await anna.get(ticketPath("No notes at all"));
    const [reply, calls] = await world.api.record(() => save(page, { statusId }));
    expect([reply.status, calls.filter(({ method }) => method === "PUT")]).toEqual([400, []]);
    expect(reply.text).toContain("Please choose from the list.");
  });

  it("writes changed details as text, whatever signs they hold", async () => {
    const typed = { details: "Worse than before:\r\n<b>a & b</b>" };
    const url = `${ticketPath("One long note")}?edit=details`;
    expect((await save(await anna.get(url), typed)).status).toBe(303);
    expect(ticketOf("One long note").details).toBe("Worse than before:<br>&lt;b&gt;a &amp; b&lt;/b&gt;");
    const again = await open("One long note");
    expect(again.$("textarea[name=details]").text().trim()).toBe("Worse than before:\n<b>a & b</b>");
  });

  it("adds a reply once, however often it is sent, and stays on the ticket", async () => {
    const page = await open("Nine short notes");
    const presses = [await save(page, { message: "Any news?" }), await save(page, { message: "Any news?" })];
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect(notesOf("Nine short notes").slice(9)).toEqual(["<p>Any news?</p>"]);
    const after = await anna.follow(presses[0]!);
    expect(messageOf(after)).toMatch(/Your reply was added to ticket \d+\./);
    expect(after.$("#update-history details").first().text()).toContain("Any news?");
    expect(after.$("textarea[name=message]").text().trim()).toBe("");
  });

  it.each([
    ["with a contact", "Nine short notes"],
    ["without one, for which the form offers the person's own", "Nobody and nowhere"],
  ])("saves nothing where nothing was written or changed in a ticket %s, and says so", async (_, subject) => {
    const page = await open(subject);
    const [reply, calls] = await world.api.record(() => save(page, {}));
    expect(reply.location).toEqual(ticketPath(subject));
    expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(messageOf(await anna.follow(reply))).toContain(
      "Nothing was saved, because you didn't change anything or write a reply.",
    );
  });

  it("closes and reopens by one press, with a reply or without", async () => {
    const closing = await open("Ten short notes");
    const closed = await save(closing, { message: "It works again." }, ["statusId", "3"]);
    expect(closed.location).toBe("/tickets");
    expect(messageOf(await anna.follow(closed))).toMatch(/was closed\./);
    expect(notesOf("Ten short notes").slice(10)).toEqual([
      "<p>Status changed from In Progress to Closed.</p>",
      "<p>It works again.</p>",
    ]);
    const reopening = await open("Ten short notes");
    expect(reopening.$("#reply button[name=statusId]").text()).toBe("Reopen ticket");
    const reopened = await save(reopening, {}, ["statusId", "1"]);
    expect(messageOf(await anna.follow(reopened))).toMatch(/was reopened\./);
    expect(ticketOf("Ten short notes").status_id).toBe(1);
  });

  it("shows what the API refuses, with everything as typed", async () => {
    const page = await open("Nobody and nowhere");
    const refused = await save(page, { message: "Hello", contactId: "" });
    expect([refused.status, alertOf(refused).includes("Please choose a contact.")]).toEqual([400, true]);
    expect(refused.$("textarea[name=message]").text().trim()).toBe("Hello");
    const banned = await save(await open("One short note"), { message: "Banned" });
    expect(alertOf(banned)).toContain("This word isn't allowed here.");
    const long = await save(await open("One short note"), { message: "x".repeat(4001) });
    expect(alertOf(long)).toContain("Please use no more than 4000 characters.");
  });

  it.each([["Error500", 502, "There was an error updating your ticket."]])(
    "loses nothing that was typed when it fails (%s: %i)",
    async (message, status, text) => {
      const refused = await save(await open("Four middling notes"), { message, statusId: "2" });
      expect([refused.status, alertOf(refused).includes(text)]).toEqual([status, true]);
      expect(refused.$("textarea[name=message]").text().trim()).toBe(message);
      expect(refused.$("select[name=statusId] option[selected]").text()).toBe("Deferred");
    },
  );
});

it("someone else's change in between is shown beside the person's change, which is saved when it is chosen; the history has both", async () => {
  const page = await open("Two hundred notes");
  const conflict = await save(page, { message: "Conflict" }, ["statusId", "3"]);
  expect([conflict.status, alertOf(conflict).includes("by another user.")]).toEqual([409, true]);
  expect(textsOf(conflict, "main fieldset legend")).toEqual(["Ticket Status"]);
  expect(textOf(conflict)).toMatch(/Deferred.*Closed/);
  const chosen = await anna.submit(conflict, "main form[method=post]", {
    "choice.statusId": "yours",
  });
  expect(chosen.status).toBe(303);
  expect(ticketOf("Two hundred notes").status_id).toBe(3);
  expect(notesOf("Two hundred notes").slice(200)).toEqual([
    "<p>Waiting for a part.</p>",
    "<p>Status changed from Deferred to Closed.</p>",
    "<p>Conflict</p>",
  ]);
});

it("a reply while someone changes the ticket is added to the changed ticket, once", async () => {
  const { status_id: before } = ticketOf("One short note");
  const page = await open("One short note");
  const colleague = await signedIn(world, "anna", "1001");
  const theirs = await colleague.get(ticketPath("One short note"));
  await colleague.submit(theirs, "#ticket", { statusId: before === 2 ? "1" : "2", message: "Ours" });
  const { status_id: changed } = ticketOf("One short note");
  const [saved, again] = await Promise.all([
    save(page, { message: "Mine" }),
    save(page, { message: "Mine" }),
  ]);
  expect([saved.status, again.status]).toEqual([303, 303]);
  expect(messageOf(await anna.follow(saved))).toMatch(/Your reply was added to ticket \d+\./);
  expect(changed).not.toBe(before);
  expect(ticketOf("One short note").status_id).toBe(changed);
  expect(notesOf("One short note").filter((note) => note === "<p>Mine</p>")).toHaveLength(1);
});

it("a reply that was merged with a colleague's change is added once, however the ticket changes before it is sent again", async () => {
  const page = await open("Nine short notes");
  const colleague = await signedIn(world, "anna", "1001");
  const path = ticketPath("Nine short notes");
  const statusId = ticketOf("Nine short notes").status_id === 2 ? "1" : "2";
  for (const [name, value] of [
    ["statusId", statusId],
    ["details", "Written meanwhile"],
  ] as const) {
    const theirs = await colleague.get(path);
    expect((await colleague.submit(theirs, "#ticket", { [name]: value, message: "" })).status).toBe(303);
    expect((await save(page, { message: "Sent again" })).status).toBe(303);
  }
  expect(notesOf("Nine short notes").filter((note) => note === "<p>Sent again</p>")).toHaveLength(1);
});

it("of several replies at the same moment none is refused, and each is added", async () => {
  const messages = ["First", "Second", "Third", "Fourth"];
  const pages = await Promise.all(messages.map(() => open("One short note")));
  const saved = await Promise.all(messages.map((message, index) => save(pages[index]!, { message })));
  expect(saved.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  const notes = notesOf("One short note");
  expect(messages.map((message) => notes.filter((note) => note === `<p>${message}</p>`).length)).toEqual([
    1, 1, 1, 1,
  ]);
});
