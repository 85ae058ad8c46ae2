import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import type { ScriptedAnswer } from "../support/api-tap.ts";
import { alertOf, ContactPages, contacts, startWithContacts, wasSent } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, type Page, type Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithContacts();

const NEW = "/account/contacts/new";
const BACK = "We've put back what you typed";

/** Runs `during` while calls with this method under this path get this answer. */
function failing<T>(method: string, path: string, answer: ScriptedAnswer, during: () => Promise<T>) {
  return world.api.answering((call) => call.method === method && call.path.startsWith(path), answer, during);
}

const positionIn = ({ $ }: Page) => $("input[name=position]").val();

describe("a save that fails at the API", () => {
  it.each([[404, "We couldn't find what you requested."]])(
    "with %i comes back as typed, and is kept as a draft",
    async (status, text) => {
      const page = await contacts.open("Greta");
      const reply = await failing("PUT", "/Contact", { status }, () =>
        contacts.save(page, { position: "Typed" }),
      );
      expect(reply.status).toBe(status);
      expect(reply.$("title").text()).toMatch(/^Error: /);
      expect(alertOf(reply)).toContain(text);
      expect(alertOf(reply)).toContain("Nothing was saved. What you typed is still here.");
      expect(positionIn(reply)).toBe("Typed");
      const next = await contacts.open("Greta");
      expect([positionIn(next), textOf(next).includes(BACK)]).toEqual(["Typed", true]);
      expect(textOf(await contacts.open("Greta"))).not.toContain(BACK);
    },
  );

  it("for a contact that's gone says so, with what was typed, and promises no form", async () => {
    const page = await contacts.open("Greta");
    const gone: ScriptedAnswer = { status: 404 };
    const reply = await world.api.answering("/Contact/Edit", gone, () =>
      contacts.save(page, { position: "Buyer of <b>boats</b>" }),
    );
    expect([reply.status, reply.$("h1").text()]).toEqual([404, "Page Not Found"]);
    const main = reply.$("main").text().replace(/\s+/g, " ");
    expect(main).toContain("What you typed wasn't saved:");
    expect(main).toContain("PositionBuyer of <b>boats</b>");
    expect(main).toContain(`Surname${page.$("input[name=surname]").val()}`);
    expect(main).not.toContain("Back to the form");
  });

  it("and has an unknown outcome is repeated only from the page that says so", async () => {
    const page = await anna.get(NEW);
    const addressId = String(page.$("select[name=addressId] option").eq(1).attr("value"));
    const email = "nora@harbourpine.example";
    const typed = { firstNames: "Nora", surname: "New", email, confirmEmail: email, addressId };
    const press = (from: Page) => contacts.save(from, { ...typed, isSaveConfirmed: "true" });
    const lost = await failing("POST", "/Contact", { isReset: true }, () => press(page));
    const [again, calls] = await world.api.record(() => press(page));
    expect([lost.status, again.status]).toEqual([503, 504]);
    expect(alertOf(again)).toContain("We don't know if this was saved");
    expect(alertOf(again)).toContain("before you send it again. You'll see it in Manage Contacts.");
    expect(wasSent(calls)).toBe(false);
    const back = await anna.get(NEW);
    expect(textOf(back)).toContain("We don't know if it was saved. Please check whether it was saved");
    expect((await press(lost)).status).toBe(303);
  });
});

it("a save that can't load its contact shows an error page that says what was typed is kept, with a link back", async () => {
  const page = await contacts.open("Hugo");
  const reply = await failing("GET", "/Contact/Edit", { status: 500 }, () =>
    contacts.save(page, { position: "Kept by the portal" }),
  );
  expect(reply.status).toBe(502);
  expect(textOf(reply)).toContain("We'll keep what you typed");
  expect(textOf(reply)).not.toContain("Nothing you saved was lost");
  const way = reply.$("main a:contains('Back to the form')").attr("href") ?? "";
  const back = await anna.get(new URL(way, reply.url).pathname);
  expect([positionIn(back), textOf(back).includes(BACK)]).toEqual(["Kept by the portal", true]);
});

describe("what was typed", () => {
  const switchTo = (visitor: Visitor, account: string) => visitor.post("/switch-account", { account });

  it("comes back only in the account that it was typed in", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const form = new ContactPages(world, visitor);
    const page = await visitor.get(NEW);
    await failing("GET", "/Contact/Create", { status: 500 }, () => form.save(page, { surname: "Waits" }));
    await switchTo(visitor, "1002");
    expect(textOf(await visitor.get(NEW))).not.toContain(BACK);
    await switchTo(visitor, "1001");
    const back = await visitor.get(NEW);
    expect([back.$("input[name=surname]").val(), textOf(back).includes(BACK)]).toEqual(["Waits", true]);
  });
});

it("broken rules of fields that the user may not change are shown beside the fields, and the summary links to them", async () => {
  const properties = ["Email", "ConfirmEmail", "MyPortalRole", "MyPortalIsValidated", "MyPortalIsLockedOut"];
  const brokenRulesCollection = properties.map((property) => ({
    property,
    ruleName: "Odd",
    description: `${property} is odd.`,
    severity: 0,
  }));
  const page = await contacts.open("Marta");
  const answer = { status: 400, body: JSON.stringify({ brokenRulesCollection }) };
  const reply = await failing("PUT", "/Contact", answer, () => contacts.save(page, { position: "Chair" }));
  expect(reply.status).toBe(400);
  const links = attributesOf(reply, "main [role=alert] a", "href");
  expect(links).toHaveLength(properties.length);
  for (const [index, href] of links.entries()) {
    const place = reply.$(href);
    expect([href, place.length, place.attr("tabindex")]).toEqual([href, 1, "-1"]);
    const [said] = /\w+ is odd\.$/.exec(reply.$("main [role=alert] a").eq(index).text()) ?? ["nothing"];
    expect(place.text()).toContain(said);
  }
});

describe("the validation rules", () => {
  const timesAsked = (calls: readonly { path: string }[]) =>
    calls.filter(({ path }) => path === "/Contact/GetValidationRules").length;

  it("lead to an error page if they can't be loaded", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await failing("GET", "/Contact/GetValidationRules", { status: 500 }, () => visitor.get(NEW));
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("There was an error loading validation rules.");
  });

  it("are asked for once in a session, and an unknown rule is logged", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const before = world.portal.log.length;
    const [, first] = await world.api.record(() => visitor.get(NEW));
    const [, then] = await world.api.record(async () => [
      await visitor.get(NEW),
      await visitor.get(contacts.pathOf("Tess")),
    ]);
    expect([timesAsked(first), timesAsked(then)]).toEqual([1, 0]);
    const lines = world.portal.log
      .slice(before)
      .filter(({ msg }) => msg === "unknown validation rules skipped");
    expect(lines).toMatchObject([{ call: "Contact/GetValidationRules", rules: ["HouseStyle"] }]);
    const [, another] = await world.api.record(async () => (await signedIn(world, "anna", "1001")).get(NEW));
    expect(timesAsked(another)).toBe(1);
  });
});
