import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { RoleName } from "#app/request/roles.ts";

export type Guard = "open" | "signed-in" | "account" | { readonly role: RoleName };

const role = (name: RoleName) => ({ role: name }) as const;

/** Spec 3 §2.6 with its sub-routes, written down once more on purpose: the site map is tested against it. */
export const routeTable: Readonly<Record<string, Guard>> = {
  "/login": "open",
  "/login/callback": "open",
  "/login/employee/callback": "open",
  "/login/wait": "open",
  "/logout": "open",
  "/cookies": "open",
  "/appearance": "open",
  "/no-access": "open",
  "/error": "open",
  "/not-found": "open",
  "/*": "open",
  "/renew": "signed-in",
  "/switch-account": "signed-in",
  "/": "signed-in",
  "/account/sessions": "signed-in",
  "/dashboard": "signed-in",
  "/account": "account",
  "/account/confirmation": "account",
  "/notifications": "account",
  "/notifications/:id": "account",
  "/notifications/export.csv": "account",
  "/search": "account",
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
  "/account/locations": role("MyPortal Admin"),
  "/account/locations/export.csv": role("MyPortal Admin"),
  "/account/locations/export.pdf": role("MyPortal Admin"),
  "/account/locations/addresses": role("MyPortal Admin"),
  "/account/locations/new": role("MyPortal Admin"),
  "/account/locations/:id": role("MyPortal Admin"),
  "/invoices": role("Orders"),
  "/invoices/export.csv": role("Orders"),
  "/invoices/files.zip": role("Orders"),
  "/invoices/:number": role("Orders"),
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
  "/tickets/:id/files/:name": role("Support"),
  "/tickets/new": role("Support"),
  "/tickets/new/*": role("Support"),
  "/tickets/confirmation": role("Support"),
  "/products/subscriptions": role("Contracts"),
  "/products/subscriptions/export.csv": role("Contracts"),
  "/products/subscriptions/expiries.ics": role("Contracts"),
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
  "/products/quotes/:id/question": role("Quotes"),
  "/products/quotes/:id/files/:name": role("Quotes"),
  "/shop/devices": role("Devices Shop"),
  // Outside production; tests/http/sandbox.test.ts shows that it is nowhere else.
  "/sandbox": "account",
};

/** Every path that the built application has registered, resource routes included. */
export async function registeredPaths(): Promise<string[]> {
  const file = new URL("../../build/server/index.js", import.meta.url);
  const { routes } = (await import(pathToFileURL(file.pathname).href)) as ServerBuild;
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ""}` : "";
  };
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) =>
      pathOf(id)
        .replace(/\/+/g, "/")
        .replace(/(?<=.)\/$/, ""),
    );
}

/** An address that the path matches; dynamic parts get a value that exists nowhere. */
export function addressOf(path: string): string {
  return path.replace("*", "no-such-page").replace(/:\w+/g, "424242");
}

/** The address that the browser's router asks for data. */
export function dataAddressOf(path: string): string {
  return path === "/" ? "/_root.data" : `${addressOf(path)}.data`;
}
