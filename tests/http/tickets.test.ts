import { describe, expect, it } from "vitest";
import { attacks } from "#shared/testing/hostile-html.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { firstOrAll } from "../support/long.ts";
import { cardText } from "../support/signed-in.ts";
import { ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { headingOf, textOf, textsOf, titleOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const idsOn = (page: Page) => textsOf(page, "#tickets tbody tr > th");
const statusesOn = ({ $ }: Page) =>
  new Set(
    $("#tickets td[data-label=Status] time")
      .parent()
      .get()
      .map((cell) => $(cell).children().first().text()),
  );
const words = (text: string) => text.replace(/\s+/g, " ").trim();

describe("the list", () => {
  it("shows tickets that aren't closed, and says how to see the others", async () => {
    const page = await anna.get("/tickets?size=100");
    expect([headingOf(page), titleOf(page)]).toEqual(["Tickets", "Customer Portal - Tickets"]);
    expect(statusesOn(page)).toEqual(new Set(["New", "In Progress", "Deferred"]));
    expect(textOf(page)).toContain("To see closed tickets, change the status filter.");
    expect(page.$("main a:contains('Log New Ticket')").attr("href")).toBe("/tickets/new");
  });

  it("tells ages in words, with date and time", async () => {
    const { $ } = await anna.get("/tickets");
    const [logged, updated] = $("#tickets tbody tr").first().find("time").get();
    expect(words($(logged).text())).toMatch(/^\d+ hours ago \(\d\d\/\d\d\/\d{4} \d\d:\d\d\)$/);
    expect(words($(updated).text())).toMatch(/^updated .+ \(\d\d\/\d\d\/\d{4} \d\d:\d\d\)$/);
    expect($(updated).attr("title")).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  });

  it("filters, sorts and searches as the address says; the shell's search finds the same ticket", async () => {
    const closed = await anna.get("/tickets?status=closed&sort=ticket");
    expect(statusesOn(closed)).toEqual(new Set(["Closed"]));
    expect(idsOn(closed)).toEqual(idsOn(closed).toSorted((one, other) => Number(one) - Number(other)));
    const found = await anna.get("/tickets?search=nine+short");
    expect(idsOn(found).map((id) => `/tickets/${id}`)).toEqual([ticketPath("Nine short notes")]);
    const shell = await anna.get("/search?q=nine+short");
    expect(shell.$("#tickets li a").attr("href")).toBe(ticketPath("Nine short notes"));
    const all = "/tickets?search=tomorrow&status=new&status=in-progress&status=deferred&status=closed";
    expect(textOf(await anna.get(all))).toContain("Status 7");
  });
});

describe("one ticket", () => {
  it("shows its row, its facts and what can be changed, and leads back to the list as it was left", async () => {
    const list = await anna.get("/tickets?search=middling&sort=ticket");
    const page = await anna.get(list.$("#tickets tbody th a").attr("href") ?? "");
    expect(headingOf(page)).toBe("Tickets");
    expect(page.$("title").text()).toContain(`Ticket ${page.$("main tbody th").first().text()}`);
    const search = page.$("main form[role=search]");
    expect([search.attr("action"), search.find("[type=search]").val()]).toEqual(["/tickets", "middling"]);
    expect(search.find("[name=sort]").val()).toBe("ticket");
    expect(page.$("main a:contains('Back to Tickets')").attr("href")).toBe(
      "/tickets?search=middling&sort=ticket",
    );
    const facts = textsOf(page, "#breakdown dt");
    expect(textOf(page)).toContain(`Ticket Summary${ticketOf("Four middling notes").subject}`);
    expect(page.$("main h2").first().text()).toBe(ticketOf("Four middling notes").subject);
    expect(facts).toEqual([
      "Date Ticket Logged",
      "Contract",
      "Number of Users Affected",
      "Error Code",
      "Related Device",
      "Visible to",
    ]);
    expect(page.$("#breakdown dd").first().text()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    const chosen = ["statusId", "contactId", "addressId"].map((name) =>
      page.$(`select[name=${name}] option[selected]`).text(),
    );
    expect(chosen[0]).toBe("In Progress");
    expect(chosen.slice(1).every((text) => text.length > 3)).toBe(true);
  });

  it.each([
    ["One long note", 1, 0],
    ["Four middling notes", 4, 1],
    ["Two hundred notes", 200, 0],
  ])("opens the first note only where there is little to read: %s", async (subject, notes, open) => {
    const page = await anna.get(ticketPath(subject));
    const history = page.$("#update-history li > details");
    expect([history.length, history.filter("[open]").length]).toEqual([notes, open]);
    expect(history.first().is("[open]")).toBe(open === 1);
    expect(history.filter("[data-preview]")).toHaveLength(Math.min(notes, 3));
    const [updates, message] = [
      page.text.indexOf('id="update-history"'),
      page.text.indexOf('name="message"'),
    ];
    expect(updates).toBeLessThan(message);
  });

  it("opens and closes all notes by a press, and keeps what was typed", async () => {
    const page = await anna.get(ticketPath("Ten short notes"));
    const typed = { message: "Half a rep", statusId: "2" };
    const all = await anna.submit(page, "#ticket", { ...typed, notes: "all" });
    expect(all.$("#update-history li > details[open]")).toHaveLength(10);
    expect(all.$("textarea[name=message]").text()).toBe("Half a rep");
    const none = await anna.submit(all, "#ticket", { notes: "none" });
    expect(none.$("#update-history details:is([open], [data-preview])")).toHaveLength(0);
    expect(none.$("select[name=statusId] option[selected]").text()).toBe("Deferred");
  });

  it("shows stored HTML as words and harmless markup", async () => {
    const list = await anna.get("/tickets?search=hostile+ticket");
    const page = await anna.get(ticketPath("Hostile ticket"));
    for (const { $ } of [list, page]) {
      expect($("main").find("script, style, iframe, svg[onload], img, [onerror]").length).toBe(0);
      expect($("main a[href^='javascript']").length).toBe(0);
    }
    const { subject } = ticketOf("Hostile ticket");
    expect(list.$("main td[data-label=Details] strong").text()).toBe(subject);
    expect(page.$("main h2").first().text()).toBe(subject);
    expect(page.$("#ticket dd div:has(b)").text()).toBe("Readbold");
    expect(page.$("#update-history details [dir=auto] em").text()).toBe("em");
    expect(list.$("main td[data-label=Details][dir=auto] strong[dir=auto]")).toHaveLength(1);
    expect(page.$("main h2[dir=auto], textarea[name=message][dir=auto]")).toHaveLength(2);
    expect(cardText(page, "Attached Files")).toContain('100% Übersicht & "Preise"; v2 #1.pdf');
  });

  it("shows a summary as it was typed, whatever signs it has", async () => {
    const typed = "Is a<b>c, or 1 < 2 &amp; <3?";
    const id = String(ticketOf("No notes at all").support_ticket_id);
    const write = world.provider.db.prepare("UPDATE tickets SET subject = ? WHERE support_ticket_id = ?");
    write.run(typed, id);
    const page = await anna.get(`/tickets/${id}`);
    const list = await anna.get("/tickets?search=a%3Cb%3Ec");
    const search = await anna.get("/search?q=a%3Cb%3Ec");
    const file = await anna.get("/tickets/export.csv?search=a%3Cb%3Ec");
    write.run("No notes at all", id);
    expect(page.$("main h2").first().text()).toBe(typed);
    expect(list.$("td[data-label=Details] strong").text()).toBe(typed);
    expect(textOf(search)).toContain(typed);
    expect(file.text).toContain(typed);
  });

  it.each(firstOrAll(attacks))("runs and loads nothing of %s", async (html) => {
    const { db } = world.provider;
    const { support_ticket_id: id } = ticketOf("One long note");
    db.prepare(
      "UPDATE tickets SET subject = ? || 'One long note', details = ? WHERE support_ticket_id = ?",
    ).run(html, html, id);
    db.prepare("UPDATE ticket_notes SET content = ? WHERE support_ticket_id = ?").run(html, id);
    // A file whose name could lead out of the folder isn't listed at all.
    const file = `${html.replaceAll(/[/\\\p{Cc}]/gu, "-")}.pdf`;
    const files = JSON.stringify({ names: [`${html}.pdf`, file] });
    db.prepare("UPDATE tickets SET files = ? WHERE support_ticket_id = ?").run(files, id);
    const { $, status } = await anna.get(`/tickets/${id}`);
    const main = $("main");
    expect(main.find("#download li").last().text()).toContain(file);
    const harmful =
      "script, style, iframe, object, embed, base, link, meta, video, audio, template, img, math";
    expect(status).toBe(200);
    expect(main.find(harmful).length).toBe(0);
    expect(main.find("form:not([role=search])").length).toBe(1);
    expect($("h1").length).toBe(1);
    const attributes = main.find("*").map((_, one) => Object.keys($(one).attr() ?? {}));
    expect(attributes.get().filter((name) => name.startsWith("on"))).toEqual([]);
    expect(main.find("#update-history a:not([href^=http])").length).toBe(0);
  });

  it("about a phone line links to the test of that line", async () => {
    const { db } = world.provider;
    const { support_ticket_id: id } = ticketOf("No notes at all");
    const write = (subject: string, category: string) =>
      db
        .prepare("UPDATE tickets SET subject = ?, category = ?, details = ? WHERE support_ticket_id = ?")
        .run(subject, category, "Telephone number: 01947 600123<br>Postcode: YO21 3PU", id);
    const link = async () => (await anna.get(`/tickets/${id}`)).$("#breakdown a").attr("href");
    write("Line test failed", "Technical Services > Connect > Calls & Lines");
    expect(await link()).toBe("/services/line-faults?cli=01947600123&postcode=YO21%203PU");
    write("No notes at all", "Account & Billing");
    expect(await link()).toBeUndefined();
  });

  it("is shown without contact, location or notes, while lists fail to load, and with an unknown status", async () => {
    const bare = await anna.get(ticketPath("Nobody and nowhere"));
    // Then its contact is the person who opens it.
    expect(bare.$("select[name=contactId] option[selected]").text()).toMatch(/^Anna Archer/);
    expect(cardText(await anna.get(ticketPath("No notes at all")), "Update History")).toContain(
      "There are no updates yet.",
    );
    const page = await world.api.failing(
      ({ path }) => /Dropdown|ddress/.test(path),
      () => anna.get(ticketPath("Four middling notes")),
    );
    expect(page.$("select[name=contactId] option[selected]").text()).toMatch(/^\w+ [\w']+$/);
    expect(page.$("select[name=addressId] option[selected]").text()).toMatch(/^Location \d+$/);
    const odd = await anna.get(ticketPath("A status of tomorrow"));
    expect(odd.$("select[name=statusId] option[selected]").text()).toBe("Status 7");
  });

  it("lists attached files and serves them; a listing that fails is told in its place", async () => {
    const path = ticketPath("One attached file");
    const page = await anna.get(path);
    const link = page.$("#download li a");
    expect(link.text()).toBe("Photo of the router.pdf");
    expect(link.attr("href")).toBe(`${path}/files/Photo%20of%20the%20router.pdf`);
    const file = await anna.get(link.attr("href") ?? "");
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.text.slice(0, 5)).toBe("%PDF-");
    expect(
      cardText(await anna.get(ticketPath("Attached files without a listing")), "Attached Files"),
    ).toContain("There was an error getting attachments");
    const gone = await anna.open(`${path}/files/gone.pdf`);
    expect(new URL(gone.url).pathname).toEqual(path);
    expect(gone.text).toContain("There was an error downloading attachment");
    expect((await anna.open("/tickets/72/files/Photo.pdf")).status).toBe(404);
  });

  it("of another account isn't found", async () => {
    const other = sql`SELECT max(support_ticket_id) AS id FROM tickets`[0];
    for (const id of [other?.["id"], "999999", "x"]) {
      const unknown = await anna.get(`/tickets/${id}`);
      expect([unknown.status, headingOf(unknown)]).toEqual([404, "Page Not Found"]);
    }
  });
});
