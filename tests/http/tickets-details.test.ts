import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { fieldsOf } from "../support/contact-pages.ts";
import { notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { messageOf, textOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const open = (subject: string) => anna.get(ticketPath(subject));
const save = (page: Page, typed: Readonly<Record<string, string>>) => anna.submit(page, "#ticket", typed);

describe("the names of a changed status and contact", () => {
  const put = (calls: readonly { method: string; body: string }[]) =>
    JSON.parse(calls.find(({ method }) => method === "PUT")?.body ?? "{}") as Record<string, unknown>;
  const otherContact = (page: Page) =>
    page
      .$("select[name=contactId] option:not([selected])")
      .filter((_, one) => page.$(one).val() !== "")
      .first();

  it("go along with their ids", async () => {
    const page = await open("One attached file");
    const contact = otherContact(page);
    const [, calls] = await world.api.record(() =>
      save(page, { contactId: String(contact.val()), statusId: "2" }),
    );
    const { contactName, status, contactId } = put(calls);
    expect([String(contactId), status]).toEqual([contact.val(), "Deferred"]);
    expect(contact.text()).toContain(String(contactName));
    expect(contactName).not.toBe("");
  });

  it("are left out where the contact can't be read, and stay where nothing changed", async () => {
    const page = await open("One attached file");
    const before = (await world.api.record(() => save(page, { message: "As it is" })))[1];
    expect(put(before)).toMatchObject({ status: expect.any(String), contactName: expect.any(String) });
    const fresh = await open("One attached file");
    const contactId = String(otherContact(fresh).val());
    const [, calls] = await world.api.record(() =>
      world.api.failing("/contact/details", () => save(fresh, { contactId })),
    );
    expect([String(put(calls)["contactId"]), "contactName" in put(calls)]).toEqual([contactId, false]);
  });
});

describe("formatted details", () => {
  const formatted = `<p>See <a href="https://desk.example/kb">the guide</a>:</p><ol><li>Reset it</li><li>Wait</li></ol>`;
  const write = (details: string) =>
    sql`UPDATE tickets SET details = ${details}
      WHERE support_ticket_id = ${ticketOf("No notes at all").support_ticket_id}`;
  const textarea = (page: Page) => page.$("textarea[name=details]");

  it("are shown, not edited, and go back as they came", async () => {
    write(formatted);
    const page = await open("No notes at all");
    expect(textarea(page)).toHaveLength(0);
    expect(page.$("#ticket dd ol li, #ticket dd a[href='https://desk.example/kb']")).toHaveLength(3);
    expect((await save(page, { message: "Thanks", details: "forged" })).status).toBe(303);
    expect(ticketOf("No notes at all").details).toBe(formatted);
  });

  it("make no other reply of one that's sent again after someone has changed them", async () => {
    write(formatted);
    const page = await open("No notes at all");
    expect((await save(page, { message: "Once only" })).status).toBe(303);
    write(formatted.replace("Wait", "Wait a day"));
    expect((await save(page, { message: "Once only" })).status).toBe(303);
    expect(notesOf("No notes at all").filter((note) => note === "<p>Once only</p>")).toHaveLength(1);
  });

  it("count as no change of this person's where someone else has changed them", async () => {
    write(formatted);
    const page = await open("No notes at all");
    write(formatted.replace("Wait", "Wait a day"));
    const after = await anna.follow(await save(page, {}));
    expect(messageOf(after)).toContain("Nothing was saved, because you didn't change anything");
  });

  it("are edited after a press that says what is lost, which keeps what was typed", async () => {
    write(formatted);
    const page = await open("No notes at all");
    const button = page.$("button[name=edit]");
    expect(button.text()).toBe("Edit as text, without links and numbering");
    const url = new URL(button.attr("formaction") ?? "", page.url).href;
    const fields = [...fieldsOf(page), ["edit", "details"] as [string, string]];
    const edited = await anna.post(
      url,
      new URLSearchParams(fields.map(([name, value]) => [name, name === "message" ? "Half a reply" : value])),
    );
    expect([edited.status, textarea(edited).text().trim()]).toEqual([200, "See the guide:\nReset it\nWait"]);
    expect(textarea(edited).attr("autofocus")).toBeDefined();
    expect(edited.$("textarea[name=message]").text().trim()).toBe("Half a reply");
    expect(textOf(edited)).toContain("This text is shown without links and numbering.");
    expect((await save(edited, {})).status).toBe(303);
    expect(ticketOf("No notes at all").details).toBe(formatted);
    const again = await anna.get(url);
    expect((await save(again, { details: "Reset it\r\nagain" })).status).toBe(303);
    expect(ticketOf("No notes at all").details).toBe("Reset it<br>again");
  });

  it.each(["<p>Only <br>lines</p>", "plain & simple"])(
    "may be only lines, which are edited as ever: %s",
    async (details) => {
      write(details);
      expect(textarea(await open("No notes at all"))).toHaveLength(1);
    },
  );
});
