import { describe, expect, it } from "vitest";
import { roleSum } from "#provider/data/contacts.ts";
import { anna } from "../support/anna.ts";
import { alertOf, contacts, fieldsOf, startWithContacts } from "../support/contact-pages.ts";
import { textOf, textsOf, type Page } from "../support/visitor.ts";

startWithContacts();

describe("concurrent edits of a contact", () => {
  async function conflict(typed: Record<string, string>, theirs: Record<string, string>) {
    const mine = await contacts.open("Dev");
    expect((await contacts.save(await contacts.open("Dev"), theirs)).status).toBe(303);
    return contacts.save(mine, typed);
  }
  const choices = (page: Page) => textsOf(page, "main fieldset legend");

  it("lead to a choice field by field, and the chosen values are saved", async () => {
    const page = await conflict(
      { position: "Mine", surname: "Yours" },
      { position: "Theirs", telephone: "01632960777" },
    );
    expect(page.status).toBe(409);
    expect(page.$("title").text()).toMatch(/^Error: /);
    expect(alertOf(page)).toMatch(
      /by another user\.\s*Your changes aren't saved yet\. For each field, choose which value to keep, then save again\.$/,
    );
    expect(page.$("main [data-tone]").first().attr("data-tone")).toBe("error");
    expect(choices(page)).toEqual(["Surname", "Telephone", "Position"]);
    expect(page.$("input[name='choice.surname']:checked").val()).toBe("yours");
    expect(page.$("input[name='choice.telephone']:checked").val()).toBe("theirs");
    expect(page.$("input[name='choice.position']:checked")).toHaveLength(0);

    const unchosen = await contacts.save(page);
    expect(unchosen.status).toBe(409);
    expect(alertOf(unchosen)).toContain("Choose a value for Position");
    expect(unchosen.$("input[name='choice.surname']:checked").val()).toBe("yours");
    expect((await contacts.save(unchosen, { "choice.position": "yours" })).status).toBe(303);
    expect(contacts.row("Dev")).toMatchObject({
      position: "Mine",
      surname: "Yours",
      telephone: "01632960777",
    });
  });

  it("can be settled with the other user's values, for email and roles too", async () => {
    const email = "dev.new@harbourpine.example";
    const mine = await contacts.open("Dev");
    const asked = await contacts.save(await contacts.open("Dev"), {
      email,
      confirmEmail: email,
      roles: String(roleSum(["Returns"])),
    });
    expect((await contacts.save(asked)).status).toBe(303);
    const page = await contacts.save(mine, {
      email: "c@d.example",
      confirmEmail: "c@d.example",
      isSaveConfirmed: "true",
    });
    expect(choices(page)).toEqual(["Email", "Roles"]);
    expect(textOf(page)).toContain("Returns");
    expect((await contacts.save(page, { "choice.email": "theirs", "choice.roles": "theirs" })).status).toBe(
      303,
    );
    expect(contacts.row("Dev")).toMatchObject({ email, portal_role: roleSum(["Returns"]) });
  });

  it("don't overwrite a third edit that is saved in between", async () => {
    const page = await conflict({ position: "A" }, { position: "B" });
    await contacts.save(await contacts.open("Dev"), { position: "C" });
    const again = await contacts.save(page, { "choice.position": "yours" });
    expect(again.status).toBe(409);
    expect(textOf(again)).toContain("CSaved by someone else");
    expect(contacts.row("Dev").position).toBe("C");
  });

  it("don't conflict if one form is sent twice", async () => {
    const page = await contacts.open("Dev");
    const presses = [
      await contacts.save(page, { position: "Once" }),
      await contacts.save(page, { position: "Once" }),
    ];
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
  });

  it("still conflict after a refusal: the form keeps the version that the user saw", async () => {
    const page = await contacts.open("Dev");
    await contacts.save(await contacts.open("Dev"), { position: "Saved meanwhile" });
    const refused = await contacts.save(page, { surname: "", position: "Late" });
    expect(refused.status).toBe(400);
    expect((await contacts.save(refused, { surname: "Back" })).status).toBe(409);
    expect(contacts.row("Dev").position).toBe("Saved meanwhile");
  });

  it("are assumed if a post has no version: it saves nothing, and the user may choose", async () => {
    const omitted = ["rowVersion", "base", "position"];
    const fields = fieldsOf(await contacts.open("Dev")).filter(([name]) => !omitted.includes(name));
    const body = new URLSearchParams([...fields, ["position", "Blind"]]);
    const reply = await anna.post(contacts.pathOf("Dev"), body);
    expect(reply.status).toBe(409);
    expect(choices(reply)).toEqual(["Position"]);
    expect(reply.$("main input[type=radio]:checked")).toHaveLength(0);
    expect(contacts.row("Dev").position).toBe("Saved meanwhile");
  });

  it("are judged by the rules even if the client makes up a conflict", async () => {
    const page = await contacts.open("Dev");
    const madeUp = { form: "contact", text: "x", differences: [], theirs: {}, rowVersion: "AAAAAAAAAAA=" };
    const reply = await contacts.save(page, { conflict: JSON.stringify(madeUp), surname: "" });
    expect(reply.status).toBe(400);
    expect((await contacts.save(page, { conflict: "{]", position: "Plain" })).status).toBe(303);
  });
});
