import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RoleName } from "#app/request/roles.ts";
import { roleSum } from "#provider/data/contacts.ts";
import { signedIn } from "../support/signed-in.ts";
import { type Page, textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let anna: Visitor;
beforeAll(async () => {
  world = await createWorld();
  anna = await signedIn(world, "anna", "1001");
});
afterAll(() => world.close());
afterEach(() => world.provider.faults.clear());

interface Row {
  readonly contact_id: number;
  readonly portal_role: number;
  readonly row_version: number;
  readonly [column: string]: unknown;
}

function row(firstNames: string, clientId = "1001"): Row {
  return world.provider.db
    .prepare("SELECT * FROM contacts WHERE client_id = ? AND first_names = ? AND is_staff = 0")
    .get(clientId, firstNames) as unknown as Row;
}

const pathOf = (firstNames: string) => `/account/contacts/${row(firstNames).contact_id}`;
const open = (firstNames: string, visitor = anna) => visitor.get(pathOf(firstNames));
const save = (page: Page, typed: Record<string, string> = {}, visitor = anna) =>
  visitor.submit(page, "main form[method=post]", typed);
const roles = (names: readonly RoleName[]) => roleSum(names);
/** The form of a page with exactly these roles ticked. */
async function saveRoles(page: Page, names: readonly RoleName[]): Promise<Page> {
  const fields = fieldsOf(page).filter(([name]) => name !== "roles");
  for (const name of names) fields.push(["roles", String(roles([name]))]);
  return anna.post(new URL(page.url).pathname, new URLSearchParams(fields));
}
function fieldsOf(page: Page): [string, string][] {
  const form = page.$("main form[method=post]").first();
  return form.serializeArray().map(({ name, value }) => [name, value]);
}
const alert = (page: Page) => page.$("main [role=alert]").text();
const columnOf = ({ $ }: Page, label: string) =>
  $(`main tbody [data-label='${label}']`)
    .map((_, cell) => $(cell).text().trim())
    .get();
const wasPut = (calls: readonly { method: string }[]) => calls.some(({ method }) => method !== "GET");

describe("the list", () => {
  it("shows the spec's columns, by name, eight to a page", async () => {
    const page = await anna.get("/account/contacts");
    expect(page.$("title").text()).toBe("Customer Portal - Manage Contacts");
    expect(textOf(page)).toContain(
      "Select a contact to edit information and see Customer Portal permissions.",
    );
    const heads = page.$("main thead th").map((_, head) => page.$(head).text().trim());
    expect(heads.get()).toEqual([
      "Title",
      "Full Name",
      "Email",
      "Position",
      "Account Status",
      "Last Login",
      "Edit",
    ]);
    expect(page.$("main th[aria-sort=ascending]").text()).toContain("Full Name");
    expect(page.$("main thead th:nth-child(5) a")).toHaveLength(0);
    expect(columnOf(page, "Full Name")).toHaveLength(8);
    const sizes = page.$("main select[name=size] option").map((_, one) => page.$(one).text());
    expect(sizes.get()).toEqual(["5", "8", "20", "50", "100"]);
    expect(page.$("main select[name=size] option[selected]").text()).toBe("8");
    expect(page.$(`main a[href='/account/contacts/new']`).text()).toContain("Add New Contact");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("tells the last login by day, or 'Never'", async () => {
    const page = await anna.get("/account/contacts?size=100");
    const logins = columnOf(page, "Last Login");
    expect(logins).toContain("Never");
    for (const login of logins) expect(login).toMatch(/^(Never|\d\d\/\d\d\/\d{4})$/);
  });

  it("asks the API for one page, sorted, searched and sized as the address says", async () => {
    const address = "/account/contacts?search=harbour&sort=-lastLogin&size=5&page=2";
    const [page, calls] = await world.api.record(() => anna.get(address));
    const [call, ...more] = calls.filter(({ path }) => path.startsWith("/Contact"));
    expect(more).toEqual([]);
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      pageNumber: "2",
      pageSize: "5",
      sortBy: "lastLogin DESC",
      searchKeyword: "harbour",
    });
    expect(columnOf(page, "Full Name")).toHaveLength(5);
  });

  it("finds nothing, and says so", async () => {
    const page = await anna.get("/account/contacts?search=zzzz");
    expect(textOf(page)).toContain("No contacts match ‘zzzz’.");
  });

  it("searches by the button of a plain form", async () => {
    const page = await anna.submit(await anna.get("/account/contacts"), "main form[role=search]", {
      search: "Anna Archer",
    });
    expect(columnOf(page, "Full Name")).toEqual(["Anna Archer"]);
  });

  it("comes as a file: every row of the search, no formula", async () => {
    const file = await anna.get("/account/contacts/export.csv?search=harbour&size=5");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="contacts.csv"');
    const lines = file.text.trim().split("\r\n");
    expect(lines[0]?.replace("\uFEFF", "")).toBe("Title,Full Name,Email,Position,Account Status,Last Login");
    expect(lines.length).toBeGreaterThan(40);
    expect(file.text).toContain("'=HYPERLINK");
    expect(file.text).not.toMatch(/(^|,)"?[=@]/m);
  });
});

describe("who may see contacts", () => {
  const paths = [
    "/account/contacts",
    "/account/contacts/export.csv",
    "/account/contacts/new",
    "/account/contacts/1",
  ];
  it.each(paths)("%s asks for a sign-in and for MyPortal Admin", async (path) => {
    expect((await world.visitor().get(path)).location).toBe("/login");
    const denied = await (await signedIn(world, "ben")).get(path);
    expect(denied.status).toBe(403);
  });

  it("a post without a sign-in, without the role, or without an account changes nothing", async () => {
    const path = pathOf("Faye");
    const [replies, calls] = await world.api.record(async () => [
      await world.visitor().post(path, { account: "1001", intent: "contact", surname: "X" }),
      await (await signedIn(world, "ben")).post(path, { account: "1001", intent: "contact", surname: "X" }),
      await anna.post(path, { intent: "contact", surname: "X" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([303, 403, 409]);
    expect(wasPut(calls.filter(({ path: called }) => called.startsWith("/Contact")))).toBe(false);
  });

  it("a form of the other account is not saved to this one", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await open("Faye", visitor);
    await visitor.post("/switch-account", { account: "1002" });
    const [reply, calls] = await world.api.record(() => save(page, { position: "Elsewhere" }, visitor));
    expect(reply.status).toBe(409);
    expect(textOf(reply)).toContain("Harbour & Pine (Retail) Ltd");
    expect(wasPut(calls.filter(({ path }) => path.startsWith("/Contact")))).toBe(false);
  });

  it("a contact of the other account is not found", async () => {
    const { contact_id: id } = world.provider.db
      .prepare("SELECT contact_id FROM contacts WHERE client_id = '1003' LIMIT 1")
      .get() as unknown as Row;
    for (const path of [`/account/contacts/${id}`, "/account/contacts/999999", "/account/contacts/4%2f5"]) {
      expect([path, (await anna.get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("the form", () => {
  it("shows the contact, the roles but the hidden ones, and what they grant", async () => {
    const page = await open("Tess");
    expect(page.$("title").text()).toBe("Customer Portal - Edit Contact");
    expect(page.$("input[name=surname]").val()).toBe("Daley");
    expect(page.$("input[name=confirmEmail]").val()).toBe(page.$("input[name=email]").val());
    expect(page.$("select[name=addressId] option").first().text()).toBe("Please choose...");
    const labels = page
      .$("input[name=roles]")
      .map((_, box) => page.$(`label[for='${box.attribs.id}']`).text());
    expect(labels.get()).toContain("MyPortal Admin");
    for (const hidden of ["Tasks", "Daily Summary", "Repairs", "Order Online"])
      expect(labels.get()).not.toContain(hidden);
    expect(textOf(page)).toContain("With these roles Tess canview and download invoices");
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
  ])("tells the state of %s's login account", async (name, text) => {
    expect(textOf(await open(name))).toContain(text);
  });

  it("says nothing of an active account", async () => {
    expect(textOf(await open("Tess"))).not.toContain("This contact");
  });

  it("leaves e-mail, roles, lock and validation alone where the viewer may not write them", async () => {
    const page = await open("Marta");
    for (const name of ["email", "confirmEmail", "roles", "myPortalIsLockedOut", "myPortalIsValidated"])
      expect(page.$(`[name=${name}]`)).toHaveLength(0);
    expect(textOf(page)).toContain(String(row("Marta").email));
    const before = row("Marta");
    const sent = { position: "Chair", email: "evil@x.example", roles: "128", myPortalIsLockedOut: "on" };
    expect((await save(page, sent)).status).toBe(303);
    expect(row("Marta")).toMatchObject({
      position: "Chair",
      email: before.email,
      portal_role: before.portal_role,
      is_locked_out: 0,
    });
  });

  it("shows hostile texts as they are", async () => {
    const { text } = await anna.get("/account/contacts?search=Marlow");
    expect(text).not.toContain("<img src=x");
    expect(text).toContain("&lt;img src=x");
  });
});

describe("saving", () => {
  it("sends the whole object back, leads to the confirmation, and stands a reload", async () => {
    const page = await open("Hugo");
    const [reply, calls] = await world.api.record(() => save(page, { position: "Buyer" }));
    expect([reply.status, reply.location]).toEqual([303, `${pathOf("Hugo")}?saved`]);
    const put = calls.find(({ method }) => method === "PUT");
    expect(JSON.parse(put?.body ?? "")).toMatchObject({
      position: "Buyer",
      contactRoles: [],
      extensionData: { schema: 3, source: "crm" },
      isSaveConfirmed: false,
    });
    const [pages, later] = await world.api.record(async () => [
      await anna.follow(reply),
      await anna.follow(reply),
    ]);
    for (const done of pages) {
      expect(done.$("h1").text()).toBe("Saved");
      expect(textOf(done)).toContain("Contact updated successfully.");
      expect(done.$("main a:contains('Edit Contact')").attr("href")).toBe(pathOf("Hugo"));
    }
    expect(wasPut(later.filter(({ path }) => path.startsWith("/Contact")))).toBe(false);
  });

  it("keeps hidden roles in the sum", async () => {
    expect((await saveRoles(await open("Tess"), ["Support"])).status).toBe(303);
    expect(row("Tess").portal_role).toBe(
      roles(["Support", "Tasks", "Daily Summary", "Repairs", "Order Online"]),
    );
  });

  it("shows what is wrong as it was typed, and saves nothing", async () => {
    const page = await open("Faye");
    const typed = { firstNames: " ", telephone: "12", email: "no", confirmEmail: "nope", addressId: "" };
    const [refused, calls] = await world.api.record(() => save(page, typed));
    expect(refused.status).toBe(400);
    expect(refused.$("title").text()).toBe("Error: Customer Portal - Edit Contact");
    expect(alert(refused)).toContain("Please review and resolve the validation errors below.");
    for (const text of [
      "Please enter the first name.",
      "Telephone must be 10 to 11 digits.",
      "Email: This field is in incorrect format",
      "The email addresses are not the same.",
      "Please choose an address.",
    ])
      expect(alert(refused)).toContain(text);
    expect(refused.$("input[name=telephone]").val()).toBe("12");
    expect(refused.$("#contact-firstNames").attr("aria-invalid")).toBe("true");
    expect(refused.$("a[href='#contact-firstNames']")).toHaveLength(1);
    expect(wasPut(calls.filter(({ path: called }) => called.startsWith("/Contact")))).toBe(false);
  });

  it("asks for a second press where there are warnings alone", async () => {
    const email = "faye.renamed@harbourpine.example";
    const asked = await save(await open("Faye"), { email, confirmEmail: email });
    expect(asked.status).toBe(400);
    expect(alert(asked)).toContain(`click the "Save Contact" button again.`);
    expect(alert(asked)).toContain("The email address is changing");
    expect((await save(asked)).status).toBe(303);
    expect(row("Faye").email).toBe(email);
  });

  it("warns of a contact without roles", async () => {
    const asked = await saveRoles(await open("Hugo"), []);
    expect(alert(asked)).toContain("No role is selected");
    expect((await save(asked)).status).toBe(303);
    expect(row("Hugo").portal_role).toBe(0);
  });

  it("tells an employee, each time, that the contact hears of it", async () => {
    const ella = await signedIn(world, "ella", "1001");
    const asked = await save(await open("Una", ella), {}, ella);
    expect(alert(asked)).toContain("the contact will be told of this change by email");
    expect((await save(asked, {}, ella)).status).toBe(303);
  });

  it("warns before the last administrator loses the role, or is locked out by a colleague", async () => {
    const held = roles(["Orders", "MyPortal Admin"]);
    const asked = await saveRoles(await open("Anna"), ["Orders"]);
    expect(asked.status).toBe(400);
    expect(alert(asked)).toContain("This is the last administrator of the account");
    world.provider.db
      .prepare("UPDATE contacts SET portal_role = ? WHERE contact_id = ?")
      .run(held, row("Bronwen").contact_id);
    const fine = await saveRoles(await open("Bronwen"), ["Orders"]);
    expect(fine.status).toBe(303);
    expect(row("Anna").portal_role & roles(["MyPortal Admin"])).not.toBe(0);
  });

  it.each([
    ["Banned", "Surname: Value is invalid"],
    ["Payroll", "The payroll number is missing."],
    ["Plain text", "The save was refused: this text is all there is to say."],
  ])("puts what only the server knows (%s) on the form", async (surname, text) => {
    const refused = await save(await open("Greta"), { surname });
    expect(refused.status).toBe(400);
    expect(alert(refused)).toContain(text);
    expect(refused.$("input[name=surname]").val()).toBe(surname);
  });

  it("gives the second press to warnings of the server", async () => {
    const asked = await save(await open("Greta"), { surname: "Warning" });
    expect(alert(asked)).toContain("Nobody else at your company has this position.");
    expect((await save(asked)).status).toBe(303);
    await save(await open("Greta"), { surname: "Newcombe" });
  });
});

describe("a new contact", () => {
  const typed = (name: string) => ({
    firstNames: name,
    surname: "Newman",
    email: `${name.toLowerCase()}@harbourpine.example`,
    confirmEmail: `${name.toLowerCase()}@harbourpine.example`,
    roles: String(roles(["Support"])),
  });
  const fill = async (name: string) => {
    const page = await anna.get("/account/contacts/new");
    const addressId = String(page.$("select[name=addressId] option").eq(1).attr("value"));
    return { page, fields: { ...typed(name), addressId } };
  };
  const countOf = (name: string) =>
    world.provider.db.prepare("SELECT count(*) AS n FROM contacts WHERE first_names = ?").get(name)?.n;

  it("begins without roles, validated, not locked out", async () => {
    const { page } = await fill("Nobody");
    expect(page.$("h1").text()).toBe("Add New Contact");
    expect(page.$("input[name=roles][checked]")).toHaveLength(0);
    expect(page.$("input[name=myPortalIsValidated][checked]")).toHaveLength(1);
    expect(page.$("input[name=myPortalIsLockedOut][checked]")).toHaveLength(0);
    expect(page.$("input[name=email]")).toHaveLength(1);
    expect(page.$("main button:contains('Save New Contact')")).toHaveLength(1);
  });

  it("is saved and confirmed", async () => {
    const { page, fields } = await fill("Nell");
    const done = await anna.follow(await save(page, fields));
    expect(done.$("h1").text()).toBe("New Contact Added");
    expect(textOf(done)).toContain("New Contact Added Successfully.");
    expect(done.$("main a:contains('Edit Contact')").attr("href")).toBe(pathOf("Nell"));
    expect(row("Nell")).toMatchObject({ portal_role: roles(["Support"]), is_locked_out: 0 });
  });

  it("is made once by a double press, twice by two fillings-in", async () => {
    const { page, fields } = await fill("Twin");
    const presses = await Promise.all([save(page, fields), save(page, fields), save(page, fields)]);
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(countOf("Twin")).toBe(1);
    const email = "twin2@harbourpine.example";
    await save(page, { ...fields, email, confirmEmail: email });
    expect(countOf("Twin")).toBe(2);
  });

  it("names the required fields, each alone", async () => {
    const { page } = await fill("Empty");
    const refused = await save(page, { myPortalIsValidated: "on" });
    expect(refused.status).toBe(400);
    expect(alert(refused)).toContain("Please enter the email address.");
    expect(refused.$("#contact-email-error").text()).not.toContain("incorrect format");
    expect(alert(refused)).toContain("Please choose an address.");
  });
});

describe("two people at one contact", () => {
  async function conflict(typed: Record<string, string>, theirs: Record<string, string>) {
    const mine = await open("Dev");
    expect((await save(await open("Dev"), theirs)).status).toBe(303);
    return save(mine, typed);
  }
  const choices = (page: Page) =>
    page
      .$("main fieldset legend")
      .map((_, legend) => page.$(legend).text())
      .get();

  it("shows theirs and yours, field by field, and saves what is chosen", async () => {
    const page = await conflict(
      { position: "Mine", surname: "Yours" },
      { position: "Theirs", telephone: "01632960777" },
    );
    expect(page.status).toBe(409);
    expect(page.$("title").text()).toMatch(/^Error: /);
    expect(alert(page)).toMatch(/by another user\./);
    expect(choices(page)).toEqual(["Surname", "Telephone", "Position"]);
    expect(page.$("input[name='choice.surname']:checked").val()).toBe("yours");
    expect(page.$("input[name='choice.telephone']:checked").val()).toBe("theirs");
    expect(page.$("input[name='choice.position']:checked")).toHaveLength(0);

    const unchosen = await save(page);
    expect(unchosen.status).toBe(409);
    expect(alert(unchosen)).toContain("Choose a value for Position");
    expect(unchosen.$("input[name='choice.surname']:checked").val()).toBe("yours");
    expect((await save(unchosen, { "choice.position": "yours" })).status).toBe(303);
    expect(row("Dev")).toMatchObject({ position: "Mine", surname: "Yours", telephone: "01632960777" });
  });

  it("takes theirs, e-mail with its confirmation and roles too", async () => {
    const email = "dev.new@harbourpine.example";
    const mine = await open("Dev");
    const asked = await save(await open("Dev"), {
      email,
      confirmEmail: email,
      roles: String(roles(["Returns"])),
    });
    expect((await save(asked)).status).toBe(303);
    const page = await save(mine, {
      email: "c@d.example",
      confirmEmail: "c@d.example",
      isSaveConfirmed: "true",
    });
    expect(choices(page)).toEqual(["Email", "Roles"]);
    expect(textOf(page)).toContain("Returns");
    expect((await save(page, { "choice.email": "theirs", "choice.roles": "theirs" })).status).toBe(303);
    expect(row("Dev")).toMatchObject({ email, portal_role: roles(["Returns"]) });
  });

  it("a third person in between is not overwritten either", async () => {
    const page = await conflict({ position: "A" }, { position: "B" });
    await save(await open("Dev"), { position: "C" });
    const again = await save(page, { "choice.position": "yours" });
    expect(again.status).toBe(409);
    expect(textOf(again)).toContain("CSaved by the other user");
    expect(row("Dev").position).toBe("C");
  });

  it("a double press of one edit is no conflict", async () => {
    const page = await open("Dev");
    const presses = [await save(page, { position: "Once" }), await save(page, { position: "Once" })];
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
  });

  it("a refused form keeps the version that the person saw", async () => {
    const page = await open("Dev");
    await save(await open("Dev"), { position: "Saved meanwhile" });
    const refused = await save(page, { surname: "", position: "Late" });
    expect(refused.status).toBe(400);
    expect((await save(refused, { surname: "Back" })).status).toBe(409);
    expect(row("Dev").position).toBe("Saved meanwhile");
  });

  it("a post without any version changes nothing, and may choose", async () => {
    const left = ["rowVersion", "base", "position"];
    const fields = fieldsOf(await open("Dev")).filter(([name]) => !left.includes(name));
    const body = new URLSearchParams([...fields, ["position", "Blind"]]);
    const reply = await anna.post(pathOf("Dev"), body);
    expect(reply.status).toBe(409);
    expect(choices(reply)).toEqual(["Position"]);
    expect(reply.$("main input[type=radio]:checked")).toHaveLength(0);
    expect(row("Dev").position).toBe("Saved meanwhile");
  });

  it("a conflict that is made up on the client is no way around the rules", async () => {
    const page = await open("Dev");
    const made = { form: "contact", text: "x", differences: [], theirs: {}, rowVersion: "AAAAAAAAAAA=" };
    const reply = await save(page, { conflict: JSON.stringify(made), surname: "" });
    expect(reply.status).toBe(400);
    expect((await save(page, { conflict: "{]", position: "Plain" })).status).toBe(303);
  });
});

describe("when the API fails", () => {
  it.each([
    ["/account/contacts", "There was an error loading contacts."],
    ["/account/contacts/new", "There was an error loading the form."],
    ["/account/contacts/4", "There was an error loading contact to edit."],
  ])("%s says so", async (path, text) => {
    const page = await world.api.scripted(
      (call) =>
        call.path.startsWith("/Contact") && !call.path.includes("Rules") ? { status: 500 } : undefined,
      () => anna.get(path),
    );
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain(text);
  });

  it.each([
    [500, "", 502],
    [200, "<html>nonsense</html>", 303],
    [403, "", 403],
    [404, "", 404],
    [401, "", 302],
  ])("a save that meets %i %s answers %i", async (status, body, expected) => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await open("Greta", visitor);
    const reply = await world.api.scripted(
      (call) => (call.method === "PUT" ? { status, body } : undefined),
      () => save(page, { position: "Kept by the portal" }, visitor),
    );
    expect(reply.status === 303 && status === 401 ? 302 : reply.status).toBe(expected);
    if (expected !== 502) return;
    expect(alert(reply)).toContain("There was an error updating the contact.");
    expect(alert(reply)).toMatch(/Reference \S+/);
    expect(reply.$("input[name=position]").val()).toBe("Kept by the portal");
  });

  it("gives what was typed back after a session that ended in the middle", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await open("Greta", visitor);
    visitor.clearCookiesOf("localhost");
    const turned = await save(page, { position: "Typed for an hour" }, visitor);
    expect(turned.location).toBe("/login");
    visitor.clearCookiesOf("127.0.0.1");
    await visitor.signIn("anna.archer@harbourpine.example");
    await visitor.post("/switch-account", { account: "1001" });
    const back = await visitor.get(pathOf("Greta"));
    expect(back.$("input[name=position]").val()).toBe("Typed for an hour");
    expect(textOf(back)).toContain("What you typed is back");
    expect((await save(back, {}, visitor)).status).toBe(303);
    expect(row("Greta").position).toBe("Typed for an hour");
  });
});
