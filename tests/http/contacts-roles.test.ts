import { describe, expect, it } from "vitest";
import { roleSum } from "#provider/data/contacts.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { anna } from "../support/anna.ts";
import { changing } from "../support/changed-answers.ts";
import { alertOf, contacts, startWithContacts } from "../support/contact-pages.ts";
import { headingOf, messageOf, textOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithContacts();

const PAGE = "/account/contacts/roles";
const FORM = "main form[method=post]";
const give = (firstNames: string, ...roles: readonly RoleName[]) =>
  sql`UPDATE contacts SET portal_role = ${roleSum(roles)} WHERE contact_id = ${contacts.row(firstNames).contact_id}`;
const rowOf = ({ $ }: Page, name: string) =>
  $(`#contact-roles tbody tr:has(a[href='${contacts.pathOf(name)}'])`);
const cellOf = (page: Page, name: string, label: string) =>
  rowOf(page, name).find(`[data-label='${label}']`).text().replace(/\s+/g, " ").trim();
const removalLink = (page: Page, name: string, label: string) =>
  rowOf(page, name).find(`[data-label='${label}'] a:contains('Take away')`).attr("href") ?? "";
/** Runs `during` while the API's list of contacts has no roles. */
const withoutRoles = <T>(during: () => Promise<T>) =>
  world.api.scripted(
    changing((body, { path }) =>
      path === "/Contact/ContactsByCurrentClientId"
        ? (JSON.parse(JSON.stringify(body).replaceAll("myPortalRole", "other")) as unknown)
        : body,
    ),
    during,
  );

describe("Who can do what", () => {
  it("has a row for each person, and filters by one role", async () => {
    give("Bronwen", "Orders", "Support");
    const list = await anna.get("/account/contacts");
    const page = await anna.get(list.$("main a:contains('Who can do what')").attr("href") ?? "");
    expect(headingOf(page)).toBe("Who can do what");
    expect(cellOf(page, "Bronwen", "Invoices & payments")).toMatch(/^Yes Take away: .+ from Bronwen/);
    expect(cellOf(page, "Bronwen", "Quotes")).toBe("No");
    const quotes = await anna.get(`${PAGE}?can=quotes&size=100`);
    expect(rowOf(quotes, "Bronwen").length).toBe(0);
    expect(quotes.$("#contact-roles tbody tr [data-label=Quotes]").text()).not.toContain("No");
    give("Bronwen", "Orders", "MyPortal No Access");
    expect(cellOf(await anna.get(PAGE), "Bronwen", "Account Status")).toBe("No access");
  });

  it("removes a role after asking, and says whose, which and from when", async () => {
    give("Bronwen", "Orders", "Support");
    const list = await anna.get(`${PAGE}?can=orders&size=100`);
    const ask = await anna.get(removalLink(list, "Bronwen", "Invoices & payments"));
    expect(headingOf(ask)).toMatch(/^Take Invoices & payments \(the Orders role\) from Bronwen \w+\?$/);
    expect(textOf(ask)).toContain("The next time they sign in, they won't be able to.");
    expect(contacts.row("Bronwen").portal_role).toBe(roleSum(["Orders", "Support"]));
    const done = await anna.follow(await anna.submit(ask, FORM));
    expect(headingOf(done)).toBe("Who can do what");
    expect(Object.fromEntries(new URL(done.url).searchParams)).toEqual({ can: "orders", size: "100" });
    expect(messageOf(done)).toMatch(
      /Bronwen \w+ won't be able to view or download invoices.+ or make a card payment the next time they sign in\./,
    );
    expect(contacts.row("Bronwen").portal_role).toBe(roleSum(["Support"]));
    const again = await anna.follow(await anna.get(ask.url));
    expect(messageOf(again)).toContain("This contact doesn't have that role.");
  });

  it("says once what two presses of 'Take away' have done, and sends it once", async () => {
    give("Bronwen", "Orders", "Support");
    const ask = await anna.get(removalLink(await anna.get(PAGE), "Bronwen", "Invoices & payments"));
    const [answers, calls] = await world.api.record(() =>
      Promise.all([anna.submit(ask, FORM), anna.submit(ask, FORM)]),
    );
    expect(answers.map(({ location }) => location?.split("?")[0])).toEqual([PAGE, PAGE]);
    expect(calls.filter(({ method }) => method === "PUT").length).toBe(1);
    await anna.submit(ask, FORM);
    const messages = (await anna.get(PAGE)).$("dialog[data-tone]");
    expect(messages.length).toBe(1);
    expect(messages.text()).toContain("won't be able to view or download invoices");
  });

  it("won't remove a restriction, because that would give access", async () => {
    give("Bronwen", "Orders");
    const to = removalLink(await anna.get(PAGE), "Bronwen", "Invoices & payments");
    give("Bronwen", "MyPortal No Access");
    const restriction = to.replace(/\d+$/, String(roleSum(["MyPortal No Access"])));
    const refused = await anna.follow(await anna.get(restriction));
    expect(messageOf(refused)).toContain("This contact doesn't have that role.");
  });

  it("warns before removing the last role, and refuses if someone else has changed the contact", async () => {
    give("Bronwen", "Orders");
    const to = removalLink(await anna.get(PAGE), "Bronwen", "Invoices & payments");
    const warned = await anna.submit(await anna.get(to), FORM);
    expect([warned.status, alertOf(warned)]).toEqual([400, expect.stringMatching(/Take away/)]);
    expect(contacts.row("Bronwen").portal_role).toBe(roleSum(["Orders"]));
    expect((await anna.submit(warned, FORM)).location).toMatch(PAGE);
    give("Bronwen", "Orders", "Support");
    const stale = await anna.get(to);
    await contacts.save(await contacts.open("Bronwen"), { position: "Somewhere else" });
    const refused = await anna.submit(stale, FORM);
    expect([refused.status, textOf(refused)]).toEqual([409, expect.stringMatching(/by another user\./)]);
    expect(contacts.row("Bronwen").portal_role).toBe(roleSum(["Orders", "Support"]));
  });

  it("warns before the account's last administrator loses that role", async () => {
    world.provider.db.exec("UPDATE contacts SET portal_role = 0 WHERE client_id = '1001'");
    give("Bronwen", "MyPortal Admin", "Support");
    // Someone who can't sign in doesn't count as an administrator.
    give("Marta", "MyPortal Admin", "MyPortal No Access");
    const to = removalLink(await anna.get(PAGE), "Bronwen", "Contacts & locations");
    const warned = await anna.submit(await anna.get(to), FORM);
    expect([warned.status, alertOf(warned)]).toEqual([400, expect.stringContaining("last administrator")]);
  });

  it("loads each contact once, on request, if the API's list doesn't include roles", async () => {
    give("Bronwen", "Orders", "Support");
    const [page, calls] = await world.api.record(() => withoutRoles(() => anna.get(PAGE)));
    expect(cellOf(page, "Bronwen", "Quotes")).toBe("Not known");
    expect(calls.filter(({ path }) => path.startsWith("/Contact/Edit/"))).toEqual([]);
    const form = page.$("main form:contains('Show what everyone can do')");
    expect(form.serialize()).toBe("read=1");
    const readsOf = (during: () => Promise<Page>) =>
      world.api
        .record(() => withoutRoles(during))
        .then(([shown, made]) => ({
          shown,
          count: made.filter(({ path }) => path.startsWith("/Contact/Edit/")).length,
        }));
    const read = await readsOf(() => anna.get(`${PAGE}?read=1&size=100`));
    expect(cellOf(read.shown, "Bronwen", "Quotes")).toBe("No");
    expect(read.count).toBeGreaterThan(8);
    expect(read.count).toBeLessThanOrEqual(100);
    const sorted = read.shown.$("#contact-roles th a").first().attr("href") ?? "";
    const again = await readsOf(() => anna.get(PAGE + sorted));
    expect([cellOf(again.shown, "Bronwen", "Quotes"), again.count]).toEqual(["No", 0]);
    const to = removalLink(again.shown, "Bronwen", "Invoices & payments");
    await anna.submit(await anna.get(to), FORM);
    const after = await readsOf(() => anna.get(`${PAGE}?size=100`));
    expect([cellOf(after.shown, "Bronwen", "Invoices & payments"), after.count]).toEqual(["No", 0]);
    expect(after.shown.$("main form:contains('Check again')").serialize()).toBe("read=1");
  });
});

describe("the confirmation", () => {
  it("says what changed for whom, and from when", async () => {
    give("Bronwen", "Orders", "Support");
    const done = await anna.follow(
      await contacts.saveRoles(await contacts.open("Bronwen"), ["Support", "Quotes"]),
    );
    expect(textOf(done)).toMatch(
      /Bronwen \w+ will be able to view, request .*quotes the next time they sign in\./,
    );
    expect(textOf(done)).toMatch(
      /Bronwen \w+ won't be able to view or download invoices.* the next time they sign in\./,
    );
  });

  it("of a new contact says how they get in, with the address", async () => {
    const blank = await anna.get("/account/contacts/new");
    const address = blank.$("select[name=addressId] option[value!='']").first().attr("value") ?? "";
    const email = "priya.nair@harbourpine.example";
    const names = { salutation: "Ms", firstNames: "Priya", surname: "Nair", telephone: "01947600123" };
    const roles = String(roleSum(["Orders"]));
    const typed = { ...names, email, confirmEmail: email, addressId: address, position: "Clerk", roles };
    const saved = await anna.submit(blank, FORM, typed);
    const done = await anna.follow(saved.status === 400 ? await anna.submit(saved, FORM, { roles }) : saved);
    expect(headingOf(done)).toBe("New Contact Added");
    expect(textOf(done)).toContain("Priya Nair will be able to view and download invoices");
    expect(done.$("main a[href$='/login']").text()).toBe(`${world.portal.url}/login`);
  });
});
