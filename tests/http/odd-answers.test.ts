import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import { changing, essentialsOf } from "../support/changed-answers.ts";
import { numberOf } from "../support/invoices.ts";
import { isLong } from "../support/long.ts";
import { fieldsOf, mutate, mutations } from "../support/mutations.ts";
import { cardText, emails } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { valueOf, world } from "../support/world.ts";

startWithAnna();

/** Changes fields that are only shown, in any way. The same seed makes the same changes. */
const withOddShownFields = (seed: number): Script =>
  changing((body, call) => {
    const essential = essentialsOf(call.path);
    if (!essential) throw new Error(`docs/portal-api.md lacks ${call.path}`);
    const shown = fieldsOf(body).filter(
      (field) => !essential.some((one) => one === field || one.startsWith(`${field}.`)),
    );
    return shown.reduce((answer, field) => {
      const [byte = 0] = createHash("sha1").update(`${seed} ${call.path} ${field}`).digest();
      const mutation = mutations[byte % (mutations.length + 1)];
      return mutation ? mutate(answer, field, mutation) : answer;
    }, body);
  });

const contactId = () =>
  valueOf("SELECT contact_id FROM contacts WHERE client_id = '1001' AND first_names = 'Hugo'");
const screens: readonly (readonly [name: string, path: () => string])[] = [
  ["the dashboard", () => "/dashboard"],
  ["the accounts", () => "/switch-account"],
  ["account details", () => "/account"],
  ["contacts", () => "/account/contacts"],
  ["a contact", () => `/account/contacts/${contactId()}`],
  ["a new contact", () => "/account/contacts/new"],
  ["locations", () => "/account/locations"],
  [
    "a location",
    () => `/account/locations/${valueOf("SELECT address_id FROM addresses WHERE client_id = '1001'")}`,
  ],
  ["a new location", () => "/account/locations/new"],
  ["notifications", () => "/notifications"],
  ["a notification", () => "/notifications/2"],
  ["invoices", () => "/invoices"],
  ["an invoice", () => `/invoices/${numberOf("Long invoice")}`],
  ["unpaid invoices", () => "/invoices/make-a-payment"],
  ["subscriptions", () => "/products/subscriptions"],
  ["a subscription", () => "/products/subscriptions/31001"],
  ["quotes", () => "/products/quotes"],
  ["a quote", () => "/products/quotes/21001"],
  ["a question about a quote", () => "/products/quotes/21001/question"],
  ["returns", () => "/products/returns"],
  [
    "a return",
    () =>
      `/products/returns/${valueOf("SELECT rma FROM returns WHERE client_id = '1001' AND contact_id <> ''")}`,
  ],
  ["the search", () => "/search?q=har"],
];

it.each(screens)("%s: a field that is only shown may hold anything", async (_name, path) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const page = await world.api.scripted(withOddShownFields(seed), () => anna.get(path()));
      expect([page.status, page.$("h1").length]).toEqual([200, 1]);
      expect(textOf(page)).not.toContain("There was an error");
    }),
    { numRuns: isLong ? 6 : 1, endOnFailure: true },
  );
});

it("a first visit (accounts, their summary, rules): a field that is only shown may hold anything", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const visitor = world.visitor();
      await world.api.scripted(withOddShownFields(seed), async () => {
        await visitor.signIn(emails.anna);
        await visitor.post("/switch-account", { account: "1001" });
        for (const path of ["/account", `/account/contacts/${contactId()}`, "/account/locations/new"])
          expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
      });
    }),
    { numRuns: isLong ? 3 : 1, endOnFailure: true },
  );
});

describe.each([
  ["/account", "/Contact/EditCurrentContact", "There was an error loading your details."],
  ["/account/contacts", "/Contact/ContactsByCurrentClientId", "There was an error loading contacts."],
  ["/account/contacts/new", "/Contact/Create", "There was an error loading the form."],
  ["/account/locations", "/Address/Index", "There was an error loading locations."],
  ["/account/locations/new", "/Address/Create", "There was an error loading the form."],
  ["/notifications", "/Notification/MyNotifications", "There was an error loading notifications."],
  ["/notifications/1", "/Notification/Details", "There was an error loading notification."],
  ["/invoices", "/Invoice/MyInvoices", "There was an error loading invoices."],
  ["/invoices/1", "/Invoice/Details", "There was an error loading invoice."],
  ["/products/subscriptions", "/License/Index", "There was an error loading subscriptions."],
  ["/products/quotes", "/Quote/QuotesByCurrentClientId", "There was an error loading quotes."],
  ["/products/quotes/21001", "/Quote/QuoteById", "There was an error loading quote."],
  ["/products/returns", "/Returns", "There was an error loading returns."],
])("%s with an unusable essential field", (path, call, failure) => {
  it("says that it couldn't be loaded", async () => {
    const address = path === "/invoices/1" ? `/invoices/${numberOf("Long invoice")}` : path;
    const fields = essentialsOf(call) ?? essentialsOf(`${call}/1`) ?? [];
    expect(fields).not.toEqual([]);
    // scripts/contract/essentials.ts finds them by trying which ones make the answer unreadable.
    for (const field of isLong ? fields : fields.slice(0, 1)) {
      const script = changing((body, made) => (made.path === call ? mutate(body, field, "nested") : body));
      const page = await world.api.scripted(script, () => anna.get(address));
      expect([field, page.status, textOf(page).includes(failure)]).toEqual([field, 502, true]);
    }
  });
});

it.each([
  [
    "/dashboard",
    "/SupportTicket/MyLatestTickets",
    "supportTicketId",
    "There was an error loading latest tickets.",
  ],
  ["/dashboard", "/Notification/MyNotifications", "totalCount", "There was an error loading notifications."],
  ["/switch-account", "/Notification/UnreadCount", "count", "We couldn't count your unread notifications."],
])("a part of %s says so in its place when the answer of %s lacks %s", async (path, call, field, text) => {
  const script = changing((body, made) => (made.path === call ? mutate(body, field, "missing") : body));
  const page = await world.api.scripted(script, () => anna.get(path));
  expect([page.status, textOf(page).includes(text)]).toEqual([200, true]);
});

describe("an invoice whose answer breaks the contract", () => {
  const odd = changing((body, { path }) => {
    if (path !== "/Invoice/Details") return body;
    const invoice = body as { items: object[]; companyDetails: object };
    const line = { unit: "Each", discount: null, vatCode: null, net: "12,50", quantity: "2.50" };
    return {
      ...invoice,
      deliveryAddress: "1 Quay Street, Whitby",
      companyDetails: { ...invoice.companyDetails, webSite: { url: "x" } },
      items: invoice.items.slice(0, 2).map((item) => ({ ...item, ...line })),
    };
  });
  let number: string;
  beforeAll(() => {
    number = numberOf("Long invoice");
  });
  const read = (path: string) => world.api.scripted(odd, () => anna.get(path));

  it("shows what came, and guesses no amount", async () => {
    const page = await read(`/invoices/${number}`);
    expect(page.status).toBe(200);
    expect(cardText(page, "Delivery Details")).toContain("1 Quay Street, Whitby");
    const cells = page.$("#breakdown tbody tr").first().find("td");
    expect(
      cells
        .map((_, cell) => page.$(cell).text().trim())
        .get()
        .slice(-5),
    ).toEqual(["2.5", "Each", "", "", "12,50"]);
  });

  it("still has its PDF", async () => {
    const reply = await read(`/invoices/${number}/files/Invoice_${number}.pdf`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  it("is logged, once for each field", async () => {
    await read(`/invoices/${number}`);
    const told = world.portal.log.filter(({ msg }) => msg === "response deviates from the contract");
    const names = told.map(({ call, field }) => `${String(call)} ${String(field)}`);
    expect(names).toContain("GET Invoice/Details companyDetails.webSite");
    expect(names).toContain("GET Invoice/Details items.unit");
    expect(new Set(names).size).toBe(names.length);
    expect(JSON.stringify(told)).not.toContain("Quay Street");
  });
});

it("access roles whose numbers come as text are read as numbers", async () => {
  const asText = changing((body, { path }) => {
    if (!path.startsWith("/Contact/Edit")) return body;
    const { contactRoles, myPortalRole, ...contact } = body as {
      contactRoles: { roleId: number }[];
      myPortalRole: number;
    };
    const roles = contactRoles.map((role) => ({ ...role, roleId: String(role.roleId) }));
    return { ...contact, contactRoles: roles, myPortalRole: String(myPortalRole) };
  });
  for (const path of ["/account", `/account/contacts/${contactId()}`]) {
    const [plain, page] = [await anna.get(path), await world.api.scripted(asText, () => anna.get(path))];
    expect([path, page.status]).toEqual([path, 200]);
    expect(textOf(page)).toBe(textOf(plain));
  }
});

it("a list that the API cuts short says how many rows are missing", async () => {
  const cut = changing((body, { path }) => {
    const { items = body as object[] } = body as { items?: object[] };
    return path === "/Returns" ? { items, totalCount: items.length + 1_500 } : body;
  });
  const page = await world.api.scripted(cut, () => anna.get("/products/returns"));
  expect(textOf(page)).toContain(
    "We couldn't load all the returns: 1,500 more are not shown or searched here.",
  );
  expect(textOf(await anna.get("/products/returns"))).not.toContain("Not all returns");
});

it("a save that the API refuses with 200 is refused, with what was typed and the reason at its field", async () => {
  const rule = { property: "Surname", ruleName: "X", description: "Not this surname.", severity: 0 };
  const answer = { contactId: 1, isValid: false, isSavable: false, brokenRulesCollection: [rule] };
  const page = await world.api.answering(
    ({ method }) => method === "PUT",
    { body: JSON.stringify(answer) },
    async () =>
      anna.submit(await anna.get("/account"), "main form[method=post]", { surname: "Archer-Jones" }),
  );
  expect(page.status).toBe(400);
  expect(page.$("#account-details-surname-error").text()).toContain("Not this surname.");
  expect(page.$("input[name=surname]").val()).toBe("Archer-Jones");
});

it("a question that the API refuses with 200 isn't told as sent", async () => {
  const path = "/products/quotes/21054/question";
  const page = await world.api.answering(
    (call) => call.path.includes("PostQuoteQuestion"),
    { body: '{"success":false,"message":"Not now."}' },
    async () => anna.submit(await anna.get(path), "main form[method=post]", { message: "Why?" }),
  );
  expect([page.status, textOf(page).includes("Not now.")]).toEqual([400, true]);
});
