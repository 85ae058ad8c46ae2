import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variables, type VariableKey } from "#server/config-variables.ts";
import { partNames, parts, type Part } from "#server/optional-parts.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { postFiles } from "../support/uploads.ts";
import { attributesOf, headingOf, messageOf, textOf, type Page, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

startWithAnna();

/** A portal with the required settings alone, Anna signed in to it, and every page that she finds by links. */
let bare: World;
let bareAnna: Visitor;
let found: ReadonlyMap<string, Page>;

const optional: readonly VariableKey[] = [
  ...partNames.flatMap((part) => parts[part].needs),
  ...(["gatewayKey", "blogUrl", "ipLookupUrl", "passwordResetUrl", "changePasswordUrl"] as const),
  ...(["memorableWordUrl", "userGuideUrl", "mandateUrl", "wholesaleMandateUrl"] as const),
  ...(["termsUrl", "privacyUrl", "complaintsUrl"] as const),
];

beforeAll(async () => {
  const unset = Object.fromEntries(optional.map((key) => [variables[key].name, ""]));
  bare = await createWorld({ environment: { ...unset, PORTAL_HUB_URL: "none" } });
  bareAnna = await signedIn(bare, "anna", "1001");
  found = await walk(bareAnna);
});
afterAll(() => bare.close());

/** An address without its query and with `:id` for each id: `/tickets/4711?x` → `/tickets/:id`. */
const patternOf = (address: string) =>
  (address.split(/[?#]/)[0] ?? "").replace(/\/(?=[^/]*\d)[^/]+/g, "/:id");
const linksOf = (page: Page) => attributesOf(page, "a[href^='/']", "href");

/** Follows links from page to page; returns one page of each pattern. */
async function walk(visitor: Visitor): Promise<Map<string, Page>> {
  const seen = new Map<string, Page>();
  const left = ["/dashboard"];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const pattern = patternOf(next);
    if (seen.has(pattern) || pattern.startsWith("/build/")) continue;
    const page = await visitor.follow(await visitor.get(next));
    seen.set(pattern, page);
    left.push(...linksOf(page));
  }
  return seen;
}

/** An optional part, a page, and what the part puts there: a menu entry, button, card, column or control. */
const shows: readonly (readonly [Part, string, string])[] = [
  ["files", "/invoices", "th:contains('Download')"],
  ["files", "/invoices", "#zip"],
  ["files", "/invoices/:id", "#download"],
  ["files", "/tickets/:id", "#download"],
  ["files", "/products/quotes/:id", "#download"],
  ["files", "/products/returns/:id", "#download"],
  ["uploads", "/tickets/new/account", "input[type=file]"],
  ["uploads", "/tickets/:id", "input[type=file]"],
  ["directDebits", "/invoices", "a:contains('Manage Direct Debits')"],
  ["directDebits", "/invoices/:id", "a:contains('Direct Debit')"],
  ["addressLookup", "/account/locations/new", "button:contains('Find address')"],
  ["availability", "/dashboard", "nav a:contains('FTTP Availability Checker')"],
  ["availability", "/dashboard", "main a:contains('FTTP Availability Checker')"],
  ["availability", "/account/locations/:id", "button:contains('Check fibre here')"],
  ["news", "/dashboard", "#blog"],
  ["campaigns", "/dashboard", "[aria-label=Campaigns]"],
  ["status", "/dashboard", "footer a[href='/status']"],
  ["cardPayments", "/dashboard", "main a:contains('Make a payment')"],
  ["cardPayments", "/invoices", "a:contains('Make a Payment')"],
  ["shop", "/dashboard", "nav a:contains('Devices Shop')"],
];

/** The same page of the portal that has all parts. */
const whole = (address: string) => anna.get(new URL(found.get(address)?.url ?? "").pathname);

describe("without any part that may be left out", () => {
  it.each(shows)("%s: %s doesn't show %s", async (_, address, selector) => {
    expect((await whole(address)).$(selector).length).toBeGreaterThan(0);
    const page = found.get(address);
    expect([page?.status, page?.$(selector).length]).toEqual([200, 0]);
  });

  it.each([
    "/shop/devices",
    "/services/availability-checker",
    "/invoices/make-a-payment",
    "/invoices/direct-debit",
    "/Invoices/manage-direct-debit/1/",
    "/invoices/INV-1/files/Invoice-1.pdf",
    "/tickets/1/files/a.pdf",
    "/account/locations/addresses?text=York",
    "/login/employee/callback",
  ])("%s is not offered, and a stranger is asked to sign in", async (address) => {
    const answer = await bareAnna.get(address);
    expect([answer.status, headingOf(answer)]).toEqual([404, "Not available here"]);
    expect(textOf(answer)).toContain("Demarc doesn't offer this in the portal.");
    const stranger = await bare.visitor().get(address);
    expect([stranger.status, stranger.location]).toEqual([302, "/login"]);
  });

  it("an invoice doesn't mention the card limit", async () => {
    const number = new URL(found.get("/invoices/:id")?.url ?? "").pathname.split("/").pop() ?? "";
    const raised = "UPDATE invoices SET status = 0, outstanding_pence = 10000001 WHERE invoice_number = ?";
    bare.provider.db.prepare(raised).run(number);
    const page = await bareAnna.get(`/invoices/${number}`);
    expect(textOf(page)).toContain("£100,000.01");
    expect(textOf(page)).not.toContain("by card");
  });

  it.each(["/invoices/make-a-payment", "/invoices/direct-debit/bank-check"])(
    "%s takes no post",
    async (address) => {
      const answer = await bareAnna.post(address, { account: "1001" });
      expect([answer.status, headingOf(answer)]).toEqual([404, "Not available here"]);
    },
  );

  it("'Not available here' stands in the portal's shell, with a way on", async () => {
    const page = await bareAnna.get("/services/availability-checker");
    expect(textOf(page)).toContain("If you need it, please email helpdesk@provider.example.");
    expect(page.$("main a[href='/dashboard']").text()).toBe("Go to the dashboard");
    expect(page.$("nav[aria-label=Main]").length).toBe(1);
  });

  it("every linked page opens", () => {
    const pages = [...found];
    expect(pages.filter(([, { status }]) => status !== 200).map(([pattern]) => pattern)).toEqual([]);
    // They include the areas that are always there.
    const areas = [
      "/invoices/:id",
      "/tickets/:id",
      "/products/quotes/:id",
      "/services/line-faults",
      "/account",
    ];
    expect(areas.filter((pattern) => !found.has(pattern))).toEqual([]);
  });

  it("an unpaid invoice doesn't offer to pay by card", async () => {
    const due = (await anna.get("/invoices/make-a-payment")).$("input[name=select]").attr("value");
    const [page, other] = [await bareAnna.get(`/invoices/${due}`), await anna.get(`/invoices/${due}`)];
    expect([textOf(page), textOf(other)].map((text) => /pay this|by card/i.test(text))).toEqual([
      false,
      true,
    ]);
    expect(textOf(page)).toContain("Outstanding");
    for (const path of ["/dashboard", "/invoices"])
      expect(textOf(await bareAnna.get(path))).not.toMatch(/by card/i);
  });

  it("the page for a payment that was under way still opens", async () => {
    expect((await bareAnna.get("/invoices/payment-failed")).status).toBe(200);
  });

  it("employees can't sign in, and are sent to no identity provider", async () => {
    const login = await bare.visitor().get("/login?employee");
    expect(login.status).toBe(200);
    expect(headingOf(login)).toBe("Welcome to the Customer Portal");
    expect(login.text).not.toContain("Employee login");
    expect((await anna.get("/login?employee")).status).toBe(302);
  });

  it("there are no live events", async () => {
    expect((await bareAnna.get("/live")).status).toBe(404);
    expect(textOf(await bareAnna.get("/dashboard?enableNotifications=true"))).not.toContain("Browser");
  });

  it("a ticket is logged without files, and a location is added by typing its address", async () => {
    const form = await bareAnna.get("/tickets/new/account");
    const typed = { subject: "Without files", message: "It blinks" };
    const sent = await bareAnna.follow(await bareAnna.submit(form, "#new-ticket", typed));
    expect(textOf(sent)).toMatch(/Ticket \d+ logged/);
    const address = { line1: "1 Bridge Street", town: "York", postCode: "YO1 6DD" };
    const location = await bareAnna.get("/account/locations/new");
    const saved = await bareAnna.follow(await bareAnna.submit(location, "#location", address));
    expect(saved.text).toContain("Location added successfully.");
  });

  it("a file that an older page still sends isn't uploaded, and the message says so", async () => {
    const page = await bareAnna.get("/tickets/new/account");
    const typed = { subject: "With a file", message: "It blinks" };
    const fields = page.$("#new-ticket").serializeArray();
    const old = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const answer = await postFiles(bareAnna, new URL(page.url).pathname, [["a.txt", "x"]], {
      ...old,
      ...typed,
    });
    const sent = await bareAnna.follow(answer);
    expect(messageOf(sent)).toMatch(/a\.txt wasn't uploaded to Support \d+: you can't add files here\./);
  });

  it("the log has no error, and names the parts that are left out", () => {
    const bad = bare.portal.log.filter(
      ({ level, msg }) => level !== "info" && msg !== "unknown validation rules skipped",
    );
    expect(bad).toEqual([]);
    expect(bare.portal.log).toContainEqual(
      expect.objectContaining({ msg: "portal is listening", absent: partNames }),
    );
  });
});
