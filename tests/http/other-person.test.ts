import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { unpaidInvoices } from "../support/payment-pages.ts";
import { pathOf } from "../support/quotes.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

/** What these change belongs to the browser, whoever is signed in. */
const OF_THE_BROWSER = "[action^='/logout'], [action^='/appearance'], [action^='/cookies']";

const someLocation = () =>
  String(sql`SELECT min(address_id) AS it FROM addresses WHERE client_id = '1001'`[0]?.["it"]);

it.each<[string, string, () => string]>([
  ["the dashboard", "Got it", () => "/dashboard"],
  ["the dashboard", "Pay now", () => "/dashboard"],
  ["the account menu", "Switch to", () => "/account"],
  ["Where you're signed in", "Sign out everywhere", () => "/account/sessions"],
  ["Choose Account", "Continue", () => "/switch-account"],
  ["Notifications", "Archive", () => "/notifications"],
  ["a subscription", "Show", () => "/products/subscriptions/31020"],
  ["Make a Payment", "Proceed to Payment", () => "/invoices/make-a-payment"],
  ["an invoice", "Pay this invoice", () => `/invoices/${unpaidInvoices(world)(1)[0]}`],
  ["a quote to be accepted", "I've sent the email", () => `${pathOf("Five versions")}/accept?version=5`],
  ["the availability checker", "Check fibre at", () => "/services/availability-checker"],
  ["a location", "Check fibre here", () => `/account/locations/${someLocation()}`],
  ["the sandbox", "Show a success", () => "/sandbox"],
])("a form of %s is refused after somebody else has signed in: %s", async (_, button, path) => {
  const page = await anna.get(path());
  const forms = page.$("form[method=post]").not(OF_THE_BROWSER);
  const form = forms.filter((_index, one) => page.$(one).text().includes(button)).first();
  form.attr("id", "pressed");
  const ella = await signedIn(world, "ella", "1001");
  const [refused, calls] = await world.api.record(() => ella.submit(page, "#pressed", { account: "1002" }));
  expect([refused.status, headingOf(refused)]).toEqual([409, "Someone else is signed in now"]);
  const writes = calls.filter((call) => call.method !== "GET" && !call.path.startsWith("/EventLog/"));
  expect(writes).toEqual([]);
});

it("someone else's 'Got it' on one's page puts away nobody's card", async () => {
  const ben = await signedIn(world, "ben");
  const page = await anna.get("/dashboard");
  expect((await ben.submit(page, "#welcome form")).status).toBe(409);
  for (const visitor of [anna, ben])
    expect(cardText(await visitor.get("/dashboard"), "Welcome")).not.toBe("");
});
