import { describe, expect, it } from "vitest";
import { toText } from "#shared/portal-api/shapes.ts";
import { anna } from "../support/anna.ts";
import { changing } from "../support/changed-answers.ts";
import {
  ContactPages,
  contacts,
  startWithContacts,
  wasSent,
  type ContactRow,
} from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithContacts();

const columnOf = (page: Page, label: string) => textsOf(page, `main tbody [data-label='${label}']`);
describe("the list", () => {
  it("has the position and the email in a phone's rows too", async () => {
    const { $ } = await anna.get("/account/contacts");
    const facts = $("main tbody tr").first().find("[data-phone=fact]");
    expect(facts.map((_, cell) => $(cell).attr("data-label")).get()).toEqual([
      ...["Email", "Position", "Account Status", "Last Login"],
    ]);
  });

  it("has those who never signed in last, up and down, on one page and on several", async () => {
    for (const sort of ["lastLogin", "-lastLogin"]) {
      const onePage = columnOf(await anna.get(`/account/contacts?size=100&sort=${sort}`), "Last Login");
      const count = onePage.filter((login) => login === "Never").length;
      expect(onePage.slice(-count)).toEqual(Array.from({ length: count }, () => "Never"));
      const first = columnOf(await anna.get(`/account/contacts?size=5&sort=${sort}`), "Last Login");
      expect(first).toEqual(onePage.slice(0, 5));
    }
  });

  it("keeps its search and order in the links back from the form and the confirmation", async () => {
    const listAddress = "/account/contacts?search=Hugo&sort=-email";
    const list = await anna.get(listAddress);
    const toForm = list.$("main a:contains('Hugo Fresh')").attr("href") ?? "";
    expect(toForm).toBe(`${contacts.pathOf("Hugo")}?list=search%3DHugo%26sort%3D-email`);
    const backOn = ({ $ }: Page) => $("main a:contains('Back to Manage Contacts')").attr("href");
    const form = await anna.get(toForm);
    expect(backOn(form)).toBe(listAddress);
    const saved = await anna.follow(await contacts.save(form, { position: "Buyer" }));
    expect([saved.$("h1").text(), backOn(saved)]).toEqual(["Saved", listAddress]);
    const again = saved.$("main a:contains('Edit Contact')").attr("href");
    expect(again).toBe(toForm);
    const added = list.$("main a:contains('Add New Contact')").attr("href") ?? "";
    expect(backOn(await anna.get(added))).toBe(listAddress);
    expect(backOn(await anna.get("/account/contacts/new?list=//evil.example"))).toBe("/account/contacts");
  });

  it("is searched without scripts, by a plain form", async () => {
    const page = await anna.submit(await anna.get("/account/contacts"), "main form[role=search]", {
      search: "Anna Archer",
    });
    expect(columnOf(page, "Full Name")).toEqual(["Anna Archer"]);
  });
});

describe("access to contacts", () => {
  it("is refused for a post without a sign-in, the role or an account", async () => {
    const path = contacts.pathOf("Faye");
    const [replies, calls] = await world.api.record(async () => [
      await world.visitor().post(path, { account: "1001", intent: "contact", surname: "X" }),
      await (await signedIn(world, "ben")).post(path, { account: "1001", intent: "contact", surname: "X" }),
      await anna.post(path, { intent: "contact", surname: "X" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([303, 403, 409]);
    expect(wasSent(calls)).toBe(false);
  });

  it("is refused for a form of an account that's no longer current", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await new ContactPages(world, visitor).open("Faye");
    await visitor.post("/switch-account", { account: "1002" });
    const [reply, calls] = await world.api.record(() =>
      new ContactPages(world, visitor).save(page, { position: "Elsewhere" }),
    );
    expect(reply.status).toBe(409);
    expect(textOf(reply)).toContain("Harbour & Pine (Retail) Ltd");
    expect(wasSent(calls)).toBe(false);
  });

  it("is a 404 for a contact of another account and for unknown ids", async () => {
    const { contact_id: id } =
      sql`SELECT contact_id FROM contacts WHERE client_id = '1003' LIMIT 1`[0] as unknown as ContactRow;
    for (const path of [`/account/contacts/${id}`, "/account/contacts/999999", "/account/contacts/4%2f5"]) {
      expect([path, (await anna.get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("the form", () => {
  it("shows the contact, all roles but the hidden ones, and what the roles grant", async () => {
    const page = await contacts.open("Tess");
    expect(page.$("title").text()).toMatch(/^Customer Portal - Edit Contact - Tess /);
    expect(page.$("input[name=surname]").val()).toBe("Daley");
    expect(page.$("input[name=confirmEmail]").val()).toBe(page.$("input[name=email]").val());
    const [first, ...offered] = page.$("select[name=addressId] option").map((_, one) => page.$(one).text());
    expect(first).toBe("Please choose...");
    const listed = await anna.get("/account/locations?size=100");
    const lines = textsOf(listed, "#locations tbody th");
    expect(offered.map((address) => lines.findIndex((line) => address.startsWith(line)))).toEqual(
      offered.map((_, index) => index),
    );
    expect(page.text).toContain("To block this account only, tick MyPortal Locked Out above.");
    const labels = page
      .$("input[name=roles]")
      .map((_, box) => page.$(`label[for='${box.attribs.id}']`).text());
    expect(labels.get()).toContain("MyPortal Admin");
    for (const hidden of ["Tasks", "Daily Summary", "Repairs", "Order Online"])
      expect(labels.get()).not.toContain(hidden);
    const granted = page.$("main p:contains('With these roles, Tess can') + ul li");
    expect(granted.first().text()).toBe(
      "view and download invoices, set up a direct debit and make a card payment",
    );
    const refused = await anna.submit(page, "main form:has(input[name=intent])", { surname: "", roles: "" });
    expect(textOf(refused)).toContain("Tess can no longer view or download invoices");
    expect(textOf(refused)).toContain(
      "This applies the next time Tess signs in. Until then, nothing changes.",
    );
    expect(textOf(page)).not.toContain("the next time");
    expect(textOf(page)).toContain("Tess can also run line tests and check FTTP availability.");
    expect(page.$("details summary:contains('Show more details about the roles')")).toHaveLength(1);
    expect(textOf(page)).toMatch(/Account validated on \d\d\/\d\d\/\d{4}/);
    expect(page.$("input[name=myPortalIsValidated]")).toHaveLength(0);
    expect(page.$("main button:contains('Save Contact')")).toHaveLength(1);
    expect(page.$("main a:contains('Back to Manage Contacts')").attr("href")).toBe("/account/contacts");
  });

  it.each([
    ["Greta", "has not registered to log in"],
    ["Vera", "Tick 'Validate account'"],
    ["Luca", "Untick 'Account locked out'"],
    ["Hugo", "has registered but has never logged in"],
  ])("explains the state of %s's login, even by its name in .NET", async (name, text) => {
    expect(textOf(await contacts.open(name))).toContain(text);
    const inDotnet = changing((body) => {
      const { loginAccountStatus: status, ...rest } = body as Readonly<Record<string, unknown>>;
      return status ? { ...rest, loginAccountStatus: toText(status).replaceAll(" ", "") } : body;
    });
    const page = await world.api.scripted(inDotnet, () => contacts.open(name));
    expect(textOf(page)).toContain(text);
  });

  it("says nothing about the state of an active login", async () => {
    expect(textOf(await contacts.open("Tess"))).not.toContain("This contact");
  });

  it("doesn't change email, roles, lock and validation if the viewer may not change them", async () => {
    const page = await contacts.open("Marta");
    for (const name of ["email", "confirmEmail", "roles", "myPortalIsLockedOut", "myPortalIsValidated"])
      expect(page.$(`[name=${name}]`)).toHaveLength(0);
    expect(textOf(page)).toContain(String(contacts.row("Marta").email));
    const before = contacts.row("Marta");
    const sent = { position: "Chair", email: "evil@x.example", roles: "128", myPortalIsLockedOut: "on" };
    expect((await contacts.save(page, sent)).status).toBe(303);
    expect(contacts.row("Marta")).toMatchObject({
      position: "Chair",
      email: before.email,
      portal_role: before.portal_role,
      is_locked_out: 0,
    });
  });
});
