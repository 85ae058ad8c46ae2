import { describe, expect, it } from "vitest";
import { roleSum } from "#provider/data/contacts.ts";
import { anna } from "../support/anna.ts";
import type { ApiCall } from "../support/api-tap.ts";
import { alertOf, ContactPages, contacts, startWithContacts, wasSent } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithContacts();

describe("saving", () => {
  it("sends the whole object back and leads to the confirmation, whose reload sends nothing", async () => {
    const page = await contacts.open("Hugo");
    const [reply, calls] = await world.api.record(() => contacts.save(page, { position: "Buyer" }));
    expect([reply.status, reply.location]).toEqual([303, `${contacts.pathOf("Hugo")}?saved`]);
    const put = calls.find(({ method }) => method === "PUT");
    expect(JSON.parse(put?.body ?? "")).toMatchObject({
      position: "Buyer",
      contactRoles: [],
      extensionData: { schema: 3, source: "crm" },
      isSaveConfirmed: false,
    });
    const [loads, later] = await world.api.record(async () => [
      await anna.follow(reply),
      await anna.follow(reply),
    ]);
    for (const done of loads) {
      expect(done.$("h1").text()).toBe("Saved");
      expect(textOf(done)).toMatch(/^SavedHugo .+ savedContact updated successfully\./);
      expect(done.$("main a:contains('Edit Contact')").attr("href")).toBe(contacts.pathOf("Hugo"));
    }
    expect(wasSent(later)).toBe(false);
  });

  it("a contact as locked out ends that person's sessions and nobody else's", async () => {
    const [ben, carla] = [await signedIn(world, "ben"), await signedIn(world, "carla")];
    expect((await contacts.save(await contacts.open("Ben"), { position: "Analyst" })).status).toBe(303);
    expect((await ben.get("/account")).status).toBe(200);
    const locked = { myPortalIsLockedOut: "on", isSaveConfirmed: "true" };
    expect((await contacts.save(await contacts.open("Ben"), locked)).status).toBe(303);
    await expect.poll(async () => (await ben.get("/account")).location).toBe("/login");
    expect((await carla.get("/dashboard")).status).toBe(200);
  });

  it("shows its confirmation only after a contact was saved", async () => {
    const forged = await anna.get(`${contacts.pathOf("Tess")}?saved`);
    expect([forged.status, forged.location]).toEqual([303, contacts.pathOf("Tess")]);
    const added = await anna.get("/account/contacts/new?added=12");
    expect([added.status, added.location]).toEqual([303, "/account/contacts/12"]);
    expect((await anna.get("/account/contacts/new?added=")).location).toBe("/account/contacts/new");
  });

  it("sends a phone number in national form, without blanks and brackets", async () => {
    const telephone = "+44 (0)1723 456 789";
    expect((await contacts.save(await contacts.open("Hugo"), { telephone })).status).toBe(303);
    expect(contacts.row("Hugo").telephone).toBe("01723456789");
  });

  it("keeps the roles that the form doesn't show", async () => {
    expect((await contacts.saveRoles(await contacts.open("Tess"), ["Support"])).status).toBe(303);
    expect(contacts.row("Tess").portal_role).toBe(
      roleSum(["Support", "Tasks", "Daily Summary", "Repairs", "Order Online"]),
    );
  });

  it("requires an address even if the API names no rules, and refuses a role that wasn't offered", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const noRules = { body: "[]" };
    const script = ({ path }: ApiCall) => (path === "/Contact/GetValidationRules" ? noRules : undefined);
    await world.api.scripted(script, async () => {
      const page = await visitor.get("/account/contacts/new");
      expect(page.$("label[for=contact-addressId]").text()).toBe("Address");
      expect(page.$("#contact-addressId").attr("aria-required")).toBe("true");
      const sent = visitor.submit(page, "main form:has(input[name=intent])", {
        ...{ firstNames: "Nia", surname: "New", email: "n@x.example", confirmEmail: "n@x.example" },
        ...{ roles: "1073741824", isSaveConfirmed: "true" },
      });
      const [refused, calls] = await world.api.record(() => sent);
      expect([refused.status, wasSent(calls)]).toEqual([400, false]);
      expect(refused.$("#contact-addressId-error").text()).toContain("This field is required");
      expect(alertOf(refused)).toContain("Please choose from the roles shown.");
    });
  });

  it("shows fields that the viewer may not change as they are stored, even in a refused form", async () => {
    const page = await contacts.open("Marta");
    const fixed = (page: Page) => textsOf(page, "#contact-email, #contact-roles");
    const refused = await contacts.save(page, { surname: "", email: "forged@x.example", roles: "32" });
    expect([refused.status, fixed(refused)]).toEqual([400, fixed(page)]);
    expect(fixed(page).join()).toMatch(/@.*Orders/);
    expect(textOf(refused)).not.toContain("Without a role, Marta can't do anything");
    expect(refused.text).not.toContain("forged@x.example");
  });

  it("shows the errors beside what was typed, and sends nothing", async () => {
    const page = await contacts.open("Faye");
    const typed = { firstNames: " ", telephone: "12", email: "no", confirmEmail: "nope", addressId: "" };
    const [refused, calls] = await world.api.record(() => contacts.save(page, typed));
    expect(refused.status).toBe(400);
    expect(refused.$("title").text()).toMatch(/^Error: Customer Portal - Edit Contact - Faye /);
    expect(alertOf(refused)).toContain("Please review and resolve the validation errors below.");
    for (const text of [
      "Please enter the first name.",
      "Telephone must be 10 or 11 digits.",
      "Email: This field is in incorrect format",
      "The email addresses don't match.",
      "Please choose an address.",
    ])
      expect(alertOf(refused)).toContain(text);
    expect(refused.$("input[name=telephone]").val()).toBe("12");
    expect(refused.$("#contact-firstNames").attr("aria-invalid")).toBe("true");
    expect(refused.$("a[href='#contact-firstNames']")).toHaveLength(1);
    expect(wasSent(calls)).toBe(false);
  });

  it("asks for a second press if there are only warnings", async () => {
    const email = "faye.renamed@harbourpine.example";
    const asked = await contacts.save(await contacts.open("Faye"), { email, confirmEmail: email });
    expect(asked.status).toBe(400);
    expect(asked.$("title").text()).toMatch(/^Customer Portal - Edit Contact - Faye /);
    expect(alertOf(asked)).toContain(`click the "Save Contact" button again.`);
    expect(alertOf(asked)).toContain("The email address is changing");
    expect((await contacts.save(asked)).status).toBe(303);
    expect(contacts.row("Faye").email).toBe(email);
  });

  it("warns of a contact without roles", async () => {
    const asked = await contacts.saveRoles(await contacts.open("Hugo"), []);
    expect(alertOf(asked)).toContain("No role is selected");
    expect((await contacts.save(asked)).status).toBe(303);
    expect(contacts.row("Hugo").portal_role).toBe(0);
  });

  it("tells an employee that the contact will be told of the change by email", async () => {
    const ella = await signedIn(world, "ella", "1001");
    const asked = await new ContactPages(world, ella).save(
      await new ContactPages(world, ella).open("Una"),
      {},
    );
    expect(alertOf(asked)).toContain("We'll email the contact about this change");
    expect((await new ContactPages(world, ella).save(asked, {})).status).toBe(303);
  });

  it("warns before the last administrator loses the role, but not before another one does", async () => {
    const held = roleSum(["Orders", "MyPortal Admin"]);
    const asked = await contacts.saveRoles(await contacts.open("Anna"), ["Orders"]);
    expect(asked.status).toBe(400);
    expect(alertOf(asked)).toContain("This is the account's last administrator");
    sql`UPDATE contacts SET portal_role = ${held} WHERE contact_id = ${contacts.row("Bronwen").contact_id}`;
    const fine = await contacts.saveRoles(await contacts.open("Bronwen"), ["Orders"]);
    expect(fine.status).toBe(303);
    expect(contacts.row("Anna").portal_role & roleSum(["MyPortal Admin"])).not.toBe(0);
  });

  it.each([
    ["Banned", "Surname: Value is invalid"],
    ["Payroll", "The payroll number is missing."],
    ["Plain text", "Your changes weren't saved. There are no further details."],
  ])("shows on the form what only the server refuses (%s)", async (surname, text) => {
    const refused = await contacts.save(await contacts.open("Greta"), { surname });
    expect(refused.status).toBe(400);
    expect(alertOf(refused)).toContain(text);
    expect(refused.$("input[name=surname]").val()).toBe(surname);
  });

  it("asks for a second press after a warning of the server", async () => {
    const asked = await contacts.save(await contacts.open("Greta"), { surname: "Warning" });
    expect(alertOf(asked)).toContain("Nobody else at your company has this position.");
    expect((await contacts.save(asked)).status).toBe(303);
    await contacts.save(await contacts.open("Greta"), { surname: "Newcombe" });
  });
});

describe("a new contact", () => {
  const typed = (name: string) => ({
    firstNames: name,
    surname: "Newman",
    email: `${name.toLowerCase()}@harbourpine.example`,
    confirmEmail: `${name.toLowerCase()}@harbourpine.example`,
    roles: String(roleSum(["Support"])),
  });
  const fill = async (name: string) => {
    const page = await anna.get("/account/contacts/new");
    const addressId = String(page.$("select[name=addressId] option").eq(1).attr("value"));
    return { page, fields: { ...typed(name), addressId } };
  };
  const countOf = (name: string) => sql`SELECT count(*) AS n FROM contacts WHERE first_names = ${name}`[0]?.n;

  it("begins without roles, validated, not locked out", async () => {
    const { page } = await fill("Nobody");
    expect(page.$("h1").text()).toBe("Add New Contact");
    expect(page.$("input[name=roles][checked]")).toHaveLength(0);
    expect(page.$("input[name=myPortalIsValidated][checked]")).toHaveLength(1);
    expect(page.$("input[name=myPortalIsLockedOut][checked]")).toHaveLength(0);
    expect(page.$("input[name=email]")).toHaveLength(1);
    expect(page.$("main button:contains('Save New Contact')")).toHaveLength(1);
  });

  it("is saved and confirmed, by name without another call", async () => {
    const { page, fields } = await fill("Nell");
    const sent = await contacts.save(page, fields);
    const [done, calls] = await world.api.record(() => anna.follow(sent));
    expect(calls.filter(({ path }) => path.includes("/Contact/Edit/"))).toEqual([]);
    expect(done.$("h1").text()).toBe("New Contact Added");
    expect(textOf(done)).toMatch(
      /^New Contact AddedNell .+ addedNew Contact Added Successfully\.Nell Newman will be able to .+ the first time they sign in\..*Edit Contact/,
    );
    expect(done.$("main a:contains('Edit Contact')").attr("href")).toBe(contacts.pathOf("Nell"));
    expect(contacts.row("Nell")).toMatchObject({ portal_role: roleSum(["Support"]), is_locked_out: 0 });
  });

  it("is created once by repeated presses; the same form with another email creates a second one", async () => {
    const { page, fields } = await fill("Twin");
    const presses = await Promise.all([
      contacts.save(page, fields),
      contacts.save(page, fields),
      contacts.save(page, fields),
    ]);
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(countOf("Twin")).toBe(1);
    const email = "twin2@harbourpine.example";
    await contacts.save(page, { ...fields, email, confirmEmail: email });
    expect(countOf("Twin")).toBe(2);
  });

  it("names each required field, without a second error on it", async () => {
    const { page } = await fill("Empty");
    const refused = await contacts.save(page, { myPortalIsValidated: "on" });
    expect(refused.status).toBe(400);
    expect(alertOf(refused)).toContain("Please enter the email address.");
    expect(refused.$("#contact-email-error").text()).not.toContain("incorrect format");
    expect(alertOf(refused)).toContain("Please choose an address.");
  });
});
