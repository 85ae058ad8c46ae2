import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { cardText, emails, endSession, signedIn, signInAgain } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

const FORM = "main form:has(input[name=intent])";
const account = "/account";
const confirmation = "/account/confirmation";

startWithAnna();

const contactId = () =>
  (
    sql`SELECT contact_id AS id FROM contacts WHERE client_id = '1001' AND email = ${emails.anna}`[0] as {
      id: number;
    }
  ).id;
const stored = () =>
  sql`SELECT * FROM contacts WHERE contact_id = ${contactId()}`[0] as unknown as {
    surname: string;
    position: string;
    is_paper_billing: number;
  };
const optInCount = () => sql`SELECT * FROM marketing_opt_ins WHERE contact_id = ${contactId()}`.length;

/** Resets Anna's data: her surname Archer, and one marketing preference ticked, for email. */
beforeEach(() => {
  const id = contactId();
  sql`UPDATE contacts SET surname = 'Archer' WHERE contact_id = ${id}`;
  sql`DELETE FROM marketing_opt_ins WHERE contact_id = ${id}`;
  const add = world.provider.db.prepare(
    "INSERT INTO marketing_opt_ins (contact_id, topic_id, channel) VALUES (?, ?, ?)",
  );
  add.run(id, 5, "Email");
});

/** Submits the page's form with only these boxes of the marketing preferences ticked. */
function submitBoxes(page: Page, ticked: readonly string[]) {
  const fields = new URLSearchParams();
  for (const { name, value } of page.$(FORM).first().serializeArray())
    if (name !== "marketingPreferences") fields.append(name, value);
  for (const value of ticked) fields.append("marketingPreferences", value);
  return anna.post(account, fields);
}

const boxesOf = (page: Page) => attributesOf(page, "input[name=marketingPreferences]", "value");

describe("the greeting", () => {
  const greeted = ({ $ }: Page) => [
    $("main p:contains('Welcome,')").first().text(),
    $("header summary").text(),
  ];

  it("has the contact's name, a new one at once; where the contact can't be read, that of the sign-in", async () => {
    await anna.submit(await anna.get(account), FORM, { surname: "Brand-New" });
    const [page, calls] = await world.api.record(() => anna.get("/dashboard"));
    expect(greeted(page)).toEqual([
      expect.stringContaining("Welcome, Anna"),
      expect.stringContaining("Anna Brand-New"),
    ]);
    await anna.get("/dashboard");
    expect(calls.filter(({ path }) => path.includes("EditCurrentContact")).length).toBeLessThanOrEqual(1);
    const visitor = await world.api.failing("EditCurrentContact", () => signedIn(world, "anna", "1001"));
    expect(greeted(await visitor.get("/dashboard"))[1]).toContain("Anna Archer");
  });
});

describe("the form of Account Details", () => {
  it("has the spec's four cards and buttons", async () => {
    const [page, calls] = await world.api.record(() => anna.get(account));
    expect(page.$("title").text()).toBe("Customer Portal - Account Details");
    expect(textOf(page)).toContain("Edit Your Account");
    expect(textsOf(page, "main h2")).toEqual([
      "Details",
      "Contact Details",
      "Billing Preferences",
      "Marketing Preferences",
    ]);
    for (const label of ["Title", "First Name", "Surname", "Position"])
      expect(cardText(page, "Details")).toContain(label);
    expect(cardText(page, "Contact Details")).toContain(`Email${emails.anna}`);
    expect(page.$("[name=email]").length).toBe(0);
    expect(page.$("select[name=addressId] option").first().text()).toBe("Please choose...");
    expect(cardText(page, "Billing Preferences")).toContain("How would you like to receive your bills?");
    expect(textsOf(page, "#marketing legend")).toEqual([
      "Service",
      "Updates, Alerts and Insights",
      "Unsubscribe from all",
    ]);
    expect(cardText(page, "Marketing Preferences")).toContain(
      "Any changes to marketing preferences may take up to 72 hours.",
    );
    expect(textsOf(page, `${FORM} a`)).toEqual(["Change Password", "Update Memorable Word"]);
    expect(page.$("a:contains('Change Password')").attr("href")).toContain("/customer/change-password");
    expect(page.$("a:contains('Update Memorable Word')").attr("href")).toContain("/customer/memorable-word");
    expect(calls.filter(({ path }) => path === "/Contact/EditCurrentContact")).toHaveLength(1);
    expect(await invalidMarkup(page.text)).toEqual([]);
  });

  it("opens for every user; an employee's password buttons are disabled, with the reason", async () => {
    const ben = await signedIn(world, "ben");
    expect((await ben.get(account)).status).toBe(200);
    const ella = await signedIn(world, "ella", "1001");
    const page = await ella.get(account);
    expect(page.$(`${FORM} button:disabled`).length).toBe(2);
    expect(page.$("a:contains('Change Password')").length).toBe(0);
    expect(page.$(`#${page.$(`${FORM} button:disabled`).attr("aria-describedby")}`).text()).toBe(
      "This option isn't available when logged in with an employee account",
    );
  });

  it("refuses a way of billing that isn't offered", async () => {
    const reply = await anna.submit(await anna.get(account), FORM, { isPaperBilling: "zz" });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Please choose from the list.");
  });

  it("sends the whole object with the email address unchanged, and confirms the save", async () => {
    const page = await anna.get(account);
    const [saved, calls] = await world.api.record(() =>
      anna.submit(page, FORM, { position: "Director", isPaperBilling: "true", email: "evil@example.com" }),
    );
    expect([saved.status, saved.location]).toEqual([303, confirmation]);
    const sent = JSON.parse(calls.find(({ method }) => method === "PUT")?.body ?? "{}") as object;
    expect(sent).toMatchObject({ contactId: contactId(), isValid: true, email: emails.anna });
    expect(stored()).toMatchObject({ position: "Director", is_paper_billing: 1 });
    const done = await anna.follow(saved);
    expect(done.$("h1").text()).toBe("Saved");
    const text = textOf(done);
    expect(text).toContain("Your account has been updated successfully.");
    expect(text).not.toContain("Thank you for updating");
    expect(done.$(`main a[href="${account}"]`).text()).toBe("Edit Account");
    expect(await invalidMarkup(done.text)).toEqual([]);
  });

  it("comes back as typed, with its errors, when it is refused", async () => {
    const typed = { firstNames: "", surname: "<i>Archer", telephone: "12 34" };
    const page = await anna.submit(await anna.get(account), FORM, typed);
    expect([page.status, page.$("title").text()]).toEqual([400, "Error: Customer Portal - Account Details"]);
    expect(textOf(page)).toContain("Please resolve the validation errors below before saving.");
    expect(textOf(page)).toContain("Please enter the first name.");
    expect(page.$("#account-details-telephone-error").length).toBe(1);
    expect(page.$("input[name=surname]").attr("value")).toBe("<i>Archer");
    expect(stored().surname).toBe("Archer");
  });

  it.each(["Warning", "Info"])("asks for a second press after an answer of severity %s", async (surname) => {
    const asked = await anna.submit(await anna.get(account), FORM, { surname });
    expect(asked.status).toBe(400);
    expect(textOf(asked)).toContain('click the "Save Changes" button again.');
    expect((await anna.submit(asked, FORM)).location).toBe(confirmation);
    expect(stored().surname).toBe(surname);
  });

  it("is refused when it belongs to another account", async () => {
    const page = await anna.submit(await anna.get(account), FORM, { account: "1002", surname: "Elsewhere" });
    expect([page.status, stored().surname]).toEqual([409, "Archer"]);
  });
});

describe("marketing preferences", () => {
  it("are saved box by box, and the confirmation thanks the user once", async () => {
    const page = await anna.get(account);
    const saved = await submitBoxes(page, boxesOf(page));
    expect([saved.location, optInCount()]).toEqual([confirmation, boxesOf(page).length]);
    const text = textOf(await anna.get(confirmation));
    expect(text).toContain("Thank you for updating your contact information and preferences.");
    expect(text).toContain("We'll still send operational updates");
    expect(textOf(await anna.get(confirmation))).not.toContain("Thank you for updating");
  });

  it("warn when no box is left ticked; the second press saves, and the confirmation says so once", async () => {
    const asked = await submitBoxes(await anna.get(account), []);
    expect(asked.status).toBe(400);
    expect(textOf(asked)).toContain("You won't hear from us about offers");
    expect(optInCount()).toBe(1);
    const saved = await submitBoxes(asked, []);
    expect([saved.location, optInCount()]).toEqual([confirmation, 0]);
    const done = await anna.get(confirmation);
    expect(textOf(done)).toContain("We've stopped sending you marketing emails");
    expect(done.$("main a[href^='mailto:']").text()).toBe("contact us");
    expect(textOf(await anna.get(confirmation))).not.toContain("marketing");
  });

  it("that were empty before warn at every save, and the confirmation doesn't mention them", async () => {
    sql`DELETE FROM marketing_opt_ins WHERE contact_id = ${contactId()}`;
    const asked = await anna.submit(await anna.get(account), FORM, { position: "Chair" });
    expect([asked.status, textOf(asked).includes("You won't hear from us")]).toEqual([400, true]);
    expect((await anna.submit(asked, FORM)).location).toBe(confirmation);
    expect(textOf(await anna.get(confirmation))).not.toContain("marketing");
  });

  it("are all cleared by Opt Out, after a confirmation and a warning", async () => {
    const page = await anna.get(account);
    const asked = await anna.submit(page, FORM, { optOut: "on", position: "Owner" });
    expect([asked.status, optInCount()]).toEqual([200, 1]);
    expect(textOf(asked)).toContain("Are you sure you want to opt out of all marketing communication?");
    expect(textOf(asked)).toContain("This clears every marketing preference, including those under Service.");
    for (const { $ } of [page, asked]) expect($("main").text()).toContain("including those under Service");
    expect(await invalidMarkup(asked.text)).toEqual([]);
    const warned = await anna.submit(asked, "main form", { optOutConfirmed: "yes" });
    expect(textOf(warned)).toContain("You won't hear from us");
    expect(warned.$("input[name=optOut]:checked").length).toBe(1);
    expect((await anna.submit(warned, FORM)).location).toBe(confirmation);
    expect([optInCount(), stored().position]).toEqual([0, "Owner"]);
  });

  it("can be opted out of even if none was ticked, and the confirmation says so", async () => {
    sql`DELETE FROM marketing_opt_ins WHERE contact_id = ${contactId()}`;
    const asked = await anna.submit(await anna.get(account), FORM, { optOut: "on" });
    const warned = await anna.submit(asked, "main form", { optOutConfirmed: "yes" });
    expect(textOf(warned)).toContain("You won't hear from us");
    expect((await anna.submit(warned, FORM)).location).toBe(confirmation);
    expect(textOf(await anna.get(confirmation))).toContain("We've stopped sending you marketing emails");
  });

  it("keep Opt Out ticked over the end of a session, and then ask for its confirmation", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await visitor.get(account);
    await endSession(world, visitor);
    expect((await visitor.submit(page, FORM, { optOut: "on", position: "Kept" })).location).toBe("/login");
    await signInAgain(visitor);
    const back = await visitor.get(account);
    expect(textOf(back)).toContain("We've put back what you typed");
    expect(back.$("input[name=optOut]:checked").length).toBe(1);
    expect(back.$("input[name=position]").val()).toBe("Kept");
    const asked = await visitor.submit(back, FORM);
    expect(textOf(asked)).toContain("Are you sure you want to opt out of all marketing communication?");
  });

  it("come back as they were, in the form as typed, when Opt Out is answered with no", async () => {
    const asked = await anna.submit(await anna.get(account), FORM, { optOut: "on", position: "Typed" });
    const back = await anna.submit(asked, "main form", { optOutConfirmed: "no" });
    expect(back.$("input[name=position]").attr("value")).toBe("Typed");
    expect(back.$("input[name=marketingPreferences]:checked").length).toBe(1);
    expect(back.$("input[name=optOut]:checked").length).toBe(0);
    expect(optInCount()).toBe(1);
  });

  it("don't accept an Opt Out that belongs to another account", async () => {
    const page = await anna.get(account);
    expect((await anna.submit(page, FORM, { optOut: "on", account: "1002" })).status).toBe(409);
  });
});

it("says what a save changed, and from when bills come another way", async () => {
  const page = await anna.get(account);
  expect(textOf(page)).toContain("Changes apply from your next bill.");
  const wasPaper = stored().is_paper_billing === 1;
  const changed = { position: "Head of Lines", isPaperBilling: String(!wasPaper) };
  const done = await anna.follow(await anna.submit(page, FORM, changed));
  expect(textsOf(done, "main tbody tr")).toEqual([
    expect.stringMatching(/^Position.*Head of Lines$/) as string,
    `How would you like to receive your bills?${wasPaper ? "PostEmail" : "EmailPost"}`,
  ]);
  expect(textOf(done)).toContain("Bills we've already sent you won't change.");
  const same = await anna.follow(await anna.submit(await anna.get(account), FORM));
  expect(same.$("main tbody tr").length).toBe(0);
});
