import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sample } from "openapi-sampler";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, routeTable } from "../support/route-table.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, type Page, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

type Schema = Parameters<typeof sample>[0];
interface Call {
  readonly responses: { readonly "200": { readonly content?: Record<string, { readonly schema: Schema }> } };
}

/** The contract: all that this API knows of what it should answer. */
const contract = JSON.parse(readFileSync("docs/portal-api.openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
};
const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/]+")}$`, "i"),
    schema: call.responses["200"].content?.["application/json"]?.schema ?? {},
  })),
);

/** Whether answers have every field of the contract, or only those that it requires. */
let fields: "every" | "required" = "every";
/** Calls that the contract does not know. */
const unknownCalls: string[] = [];

/** An answer made from the contract: each text is 'string', a number 0, a flag true, and a list has one item. */
function answerTo(call: string): string | undefined {
  const known = calls.find(({ pattern }) => pattern.test(call));
  if (!known) return void unknownCalls.push(call);
  const answer = sample(known.schema, { skipNonRequired: fields === "required", quiet: true }, contract);
  // The account for which the identity provider names roles.
  return JSON.stringify(
    call === "GET /Client/MyAccounts" ? [{ ...(answer as [object])[0], clientId: "1001" }] : answer,
  );
}

const api: Server = createServer((req, res) => {
  const body = answerTo(`${req.method} ${new URL(req.url ?? "", "http://api").pathname}`);
  res.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" }).end(body);
});
let world: World;
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo;
  world = await createWorld({ environment: { PORTAL_API_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await world.close();
  api.close();
});

/** The heading of each route that shows a page; every other route sends a file or redirects. */
const pages: Readonly<Record<string, string>> = {
  "/switch-account": "Choose Account",
  "/account/sessions": "Where you are signed in",
  "/account/activity": "Your activity",
  "/dashboard": "Dashboard",
  "/account": "Account Details",
  "/account/contacts": "Manage Contacts",
  "/account/contacts/new": "Add New Contact",
  "/account/contacts/:id": "Edit Contact",
  "/account/locations": "Manage Locations",
  "/account/locations/new": "Manage Locations",
  "/account/locations/:id": "Manage Locations",
  "/notifications": "Notifications",
  "/notifications/:id": "Notification",
  "/notifications/messages": "Which messages reach me",
  "/search": "Search",
  "/invoices": "Invoices",
  "/invoices/:number": "Invoice string",
  "/invoices/statement": "Statement",
  "/invoices/usage": "Spend and calls",
  "/invoices/:number/calls": "Calls of invoice string",
  "/invoices/make-a-payment": "Make a Payment",
  "/invoices/payment-succeeded": "Payment result",
  "/invoices/payment-failed": "Payment result",
  "/invoices/manage-direct-debit": "Direct Debits",
  "/invoices/manage-direct-debit/:id": "Edit Direct Debit",
  "/invoices/direct-debit": "New Direct Debit",
  "/tickets": "Tickets",
  "/tickets/:id": "Tickets",
  "/tickets/:id/files": "Add Files",
  "/tickets/:id/works": "It works now",
  "/tickets/new": "New Customer Service Ticket",
  "/products/subscriptions": "Subscriptions",
  "/products/subscriptions/:id": "string Subscription",
  "/products/returns": "Returns",
  "/products/returns/:id": "Return string",
  "/products/quotes": "Quotes",
  "/products/quotes/:id": "Quote string",
  "/products/quotes/:id/compare": "Compare versions",
  "/products/quotes/:id/question": "Have a Question",
  "/services/line-faults": "Run a Line Test",
  "/services/line-faults/:id": "Line Test Running",
  "/services/availability-checker": "FTTP Availability Checker",
  "/shop/devices": "Devices Shop",
  "/sandbox": "Sandbox",
  "/renew": "Renewing...",
  // A ticket service that does not exist.
  "/tickets/new/*": "Page Not Found",
};
const fileTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  pdf: "application/pdf",
  ics: "text/calendar",
};
/** What these routes answer instead when only the required fields are there. */
const whenOnlyRequired: Readonly<Record<string, string>> = {
  "/products/subscriptions/:id": "Subscription",
  "/products/quotes/:id/compare": "elsewhere",
};

/** What the route answers: a heading, the type of a file, or 'elsewhere' for a redirect. */
function expectedOf(route: string): string {
  const special = fields === "required" ? whenOnlyRequired[route] : undefined;
  const isFile = /export\.|\.ics$/.test(route) && !route.includes("line-faults");
  return (
    special ?? pages[route] ?? (isFile ? fileTypes[route.split(".").at(-1) ?? ""] : undefined) ?? "elsewhere"
  );
}

/** What no reader should meet: undefined, NaN and the like; 'No …' under rows; a link or heading without words. */
function nonsenseOf({ $ }: Page): string[] {
  $("script, style").remove();
  const words =
    /.{0,20}(\b(undefined|NaN|Infinity|Invalid Date|null|Never|property1)\b|\[object|You have no (?!unpaid)).*/g;
  const denied = $("p[role=status]").filter(
    (_, foot) => $(foot).text().startsWith("No ") && $(foot).parent().parent().find("tbody tr").length > 0,
  );
  const dated =
    fields === "every" ? ", [data-label*=Date], [data-label=Expires], [data-label*=Assigned]" : "";
  const silent = $(`a, button, h1, h2, h3${dated}`).filter(
    (_, one) => $(one).text().trim() === "" && !$(one).attr("aria-label") && !$(one).find("img[alt]").length,
  );
  return [...($("body").text().match(words) ?? []), ...[...denied, ...silent].map((one) => $.html(one))];
}

describe.each(["every", "required"] as const)("answers made of the contract's fields (%s)", (which) => {
  let visitor: Visitor;
  beforeAll(async () => {
    fields = which;
    visitor = await signedIn(world, "anna");
  });
  const routes = Object.entries(routeTable).filter(([, guard]) => guard !== "open");

  it.each(routes)("are shown at %s", async (route) => {
    const page = await visitor.get(addressOf(route).replaceAll("424242", "string"));
    const type = page.headers.get("content-type")?.split(";")[0];
    const found = page.location === undefined ? (type === "text/html" ? headingOf(page) : type) : "elsewhere";
    expect([found, page.status]).toEqual([expectedOf(route), expect.toSatisfy(isGoodFor(route))]);
    // The sandbox shows such words on purpose.
    if (type === "text/html" && route !== "/sandbox") expect(nonsenseOf(page)).toEqual([]);
  });
});

/** A ticket service that does not exist is a 404; every other route succeeds or redirects. */
const isGoodFor = (route: string) => (status: number) =>
  status === 404 ? route === "/tickets/new/*" : status < 400;

it("the portal calls nothing that the contract does not know", () => {
  expect(unknownCalls).toEqual([]);
});
