import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { pageOf, type PageFacts, type PageModule } from "#shared/page-facts.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";

export type Guard = "open" | "signed-in" | "account" | { readonly role: RoleName };

const role = (name: RoleName) => ({ role: name }) as const;

/** All pages with their guards, deliberately written down a second time to test the site map. */
export const routeTable: Readonly<Record<string, Guard>> = {
  "/login": "open",
  "/login/callback": "open",
  "/login/employee/callback": "open",
  "/login/wait": "open",
  "/logout": "open",
  "/cookies": "open",
  "/status": "open",
  "/appearance": "open",
  "/no-access": "open",
  "/error": "open",
  "/not-found": "open",
  "/*": "open",
  "/renew": "signed-in",
  "/switch-account": "signed-in",
  "/": "signed-in",
  "/account/sessions": "signed-in",
  "/account/activity": "account",
  "/coming-up": "account",
  "/coming-up/calendar.ics": "account",
  "/account/activity/export.csv": "account",
  "/dashboard": "signed-in",
  "/account": "account",
  "/account/confirmation": "account",
  "/notifications": "account",
  "/notifications/:id": "account",
  "/notifications/messages": "account",
  "/notifications/export.csv": "account",
  "/search": "account",
  "/search/suggestions": "account",
  "/services/line-faults": "account",
  "/services/line-faults/error": "account",
  "/services/line-faults/:id": "account",
  "/services/line-faults/:id/charges": "account",
  "/services/line-faults/:id/engineer-appointment": "account",
  "/services/line-faults/:id/appointment-charges": "account",
  "/services/line-faults/:id/collect-data": "account",
  "/services/line-faults/:id/booking": "account",
  "/services/line-faults/:id/success": "account",
  "/services/line-faults/:id/receipt": "account",
  "/services/line-faults/:id/appointment.ics": "account",
  "/services/availability-checker": "account",
  "/services/availability-checker/product-availability": "account",
  "/services/availability-checker/request-callback": "account",
  "/services/availability-checker/confirm": "account",
  "/account/contacts": role("MyPortal Admin"),
  "/account/contacts/export.csv": role("MyPortal Admin"),
  "/account/contacts/new": role("MyPortal Admin"),
  "/account/contacts/:id": role("MyPortal Admin"),
  "/account/contacts/roles": role("MyPortal Admin"),
  "/account/contacts/roles/:id/:role": role("MyPortal Admin"),
  "/account/locations": role("MyPortal Admin"),
  "/account/locations/export.csv": role("MyPortal Admin"),
  "/account/locations/export.pdf": role("MyPortal Admin"),
  "/account/locations/addresses": role("MyPortal Admin"),
  "/account/locations/new": role("MyPortal Admin"),
  "/account/locations/:id": role("MyPortal Admin"),
  "/invoices": role("Orders"),
  "/invoices/export.csv": role("Orders"),
  "/invoices/files.zip": role("Orders"),
  "/invoices/statement": role("Orders"),
  "/invoices/statement/export.csv": role("Orders"),
  "/invoices/statement/export.pdf": role("Orders"),
  "/invoices/usage": role("Orders"),
  "/invoices/:number": role("Orders"),
  "/invoices/:number/calls": role("Orders"),
  "/invoices/:number/files/:name": role("Orders"),
  "/invoices/payment-failed": role("Orders"),
  "/invoices/payment-succeeded": role("Orders"),
  "/invoices/payment-summary": role("Orders"),
  "/invoices/make-a-payment": role("Orders"),
  "/invoices/manage-direct-debit": role("Orders"),
  "/invoices/manage-direct-debit/export.csv": role("Orders"),
  "/invoices/manage-direct-debit/:id": role("Orders"),
  "/invoices/manage-direct-debit/:id/details": role("Orders"),
  "/invoices/manage-direct-debit/:id/confirmation": role("Orders"),
  "/invoices/manage-direct-debit/:id/success": role("Orders"),
  "/invoices/manage-direct-debit/:id/letter": role("Orders"),
  "/invoices/direct-debit": role("Orders"),
  "/invoices/direct-debit/details": role("Orders"),
  "/invoices/direct-debit/confirmation": role("Orders"),
  "/invoices/direct-debit/bank-check": role("Orders"),
  "/tickets": role("Support"),
  "/tickets/export.csv": role("Support"),
  "/tickets/:id": role("Support"),
  "/tickets/:id/files": role("Support"),
  "/tickets/:id/works": role("Support"),
  "/tickets/:id/files/:name": role("Support"),
  "/tickets/new": role("Support"),
  "/tickets/new/*": role("Support"),
  "/tickets/confirmation": role("Support"),
  "/products/subscriptions": role("Contracts"),
  "/products/subscriptions/export.csv": role("Contracts"),
  "/products/subscriptions/:id": role("Contracts"),
  "/products/subscriptions/:id/files/:name": role("Contracts"),
  "/products/returns": role("Returns"),
  "/products/returns/export.csv": role("Returns"),
  "/products/returns/:id": role("Returns"),
  "/products/returns/:id/files/:name": role("Returns"),
  "/products/quotes": role("Quotes"),
  "/products/quotes/export.csv": role("Quotes"),
  "/products/quotes/:id": role("Quotes"),
  "/products/quotes/:id/compare": role("Quotes"),
  "/products/quotes/:id/accept": role("Quotes"),
  "/products/quotes/:id/decline": role("Quotes"),
  "/products/quotes/:id/question": role("Quotes"),
  "/products/quotes/:id/files/:name": role("Quotes"),
  "/shop/devices": role("Devices Shop"),
  // Only exists outside production, as tests/http/sandbox.test.ts shows.
  "/sandbox": "account",
};

const directDebitSteps = ["/invoices/direct-debit", "/invoices/manage-direct-debit/:id"];
const files = [
  "/invoices",
  "/tickets",
  "/products/quotes",
  "/products/returns",
  "/products/subscriptions",
].map((area) => `${area}/:${area === "/invoices" ? "number" : "id"}/files/:name`);
const lists = Object.keys(routeTable).filter((path) => path.endsWith("/export.csv"));

/** The pages by fact, also deliberately written down a second time. */
export const factsTable: Readonly<Record<string, readonly string[]>> = {
  "takes files": ["/sandbox", "/tickets/:id", "/tickets/:id/files", "/tickets/new", "/tickets/new/*"],
  "without scripts": [
    ...[
      "/cookies",
      "/status",
      "/error",
      "/login",
      "/login/callback",
      "/login/employee/callback",
      "/login/wait",
      "/logout",
    ],
    ...["/no-access", "/renew", "/services/line-faults/:id/booking"],
    ...["/invoices/payment-failed", "/invoices/payment-succeeded"],
  ],
  "leads on": ["/shop/devices"],
  "may wait": ["/services/line-faults/:id"],
  "needs files": [
    ...files,
    "/invoices/:number/calls",
    "/invoices/files.zip",
    "/invoices/manage-direct-debit/:id/letter",
  ],
  "needs uploads": ["/tickets/:id/files"],
  "needs directDebits": [
    ...directDebitSteps.flatMap((first) => [first, `${first}/details`, `${first}/confirmation`]),
    ...["/invoices/direct-debit/bank-check", "/invoices/manage-direct-debit/:id/success"],
    ...["/invoices/manage-direct-debit/:id/letter", "/invoices/manage-direct-debit"],
    "/invoices/manage-direct-debit/export.csv",
  ],
  "needs status": ["/status"],
  "needs addressLookup": ["/account/locations/addresses"],
  "needs availability": [
    "/services/availability-checker",
    ...["product-availability", "request-callback", "confirm"].map(
      (step) => `/services/availability-checker/${step}`,
    ),
  ],
  "needs employees": ["/login/employee/callback"],
  "needs cardPayments": ["/invoices/make-a-payment", "/invoices/payment-summary"],
  "needs shop": ["/shop/devices"],
  "counts in sign-ins": ["/login/callback", "/login/employee/callback"],
  "counts in downloads": [
    ...[...files, ...lists, "/invoices/files.zip", "/invoices/manage-direct-debit/:id/letter"],
    ...[
      "/account/locations/export.pdf",
      "/invoices/statement/export.pdf",
      "/invoices/:number/calls",
      "/coming-up/calendar.ics",
    ],
    "/services/line-faults/:id/appointment.ics",
  ],
  "counts in lookups": ["/account/locations/addresses", "/search/suggestions"],
  "counts in searches": ["/coming-up", "/account/contacts/roles"],
  "counts in nothing": ["/", "/appearance", "/invoices/direct-debit/bank-check"],
  "counts by what is asked": ["/login", "/renew", "/search"],
  "forms count in requests": [
    ...directDebitSteps.map((first) => `${first}/details`),
    ...["/invoices/direct-debit/bank-check", "/products/quotes/:id/decline", "/products/quotes/:id/question"],
    "/services/availability-checker/request-callback",
  ],
  "forms count in lookups": ["/services/availability-checker"],
  "forms count in line-tests": ["/services/line-faults"],
};

/** Every page in the built application, including resource routes. */
export async function registeredPages(): Promise<PageModule[]> {
  const file = new URL("../../build/server/index.js", import.meta.url);
  const { routes } = (await import(pathToFileURL(file.pathname).href)) as ServerBuild;
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const isLayout = (id: string) => parents.has(id) && !routes[id]?.path;
  return Object.keys(routes).flatMap((id) => (isLayout(id) ? [] : (pageOf(routes, id) ?? [])));
}

/** A page's facts, in {@link factsTable}'s words. */
export function factsOf({
  requiredParts = [],
  rateLimit: counts,
  postRateLimit: formsCount,
  acceptsFiles,
  scripts,
  isWaiting,
  refresh,
}: PageFacts): string[] {
  return [
    ...requiredParts.map((part) => `needs ${part}`),
    typeof counts === "function" ? "counts by what is asked" : counts && `counts in ${counts}`,
    formsCount && `forms count in ${formsCount}`,
    acceptsFiles && "takes files",
    scripts === false && "without scripts",
    isWaiting && "may wait",
    refresh && "leads on",
  ].filter((fact) => typeof fact === "string");
}

/** An address that matches a route's path, with an id that doesn't exist. */
export function addressOf(path: string): string {
  return path.replace("*", "no-such-page").replace(/:\w+/g, "424242");
}

/** The address from which the browser's router loads the page's data. */
export function dataAddressOf(path: string): string {
  return path === "/" ? "/_root.data" : `${addressOf(path)}.data`;
}
