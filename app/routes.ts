import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@remix-run/route-config";

/** Pages without the shell's header and navigation. */
const standalone = {
  "/login": "areas/sign-in/login.route.tsx",
  "/login/callback": "areas/sign-in/callback.route.tsx",
  "/login/employee/callback": "areas/sign-in/employee-callback.route.tsx",
  "/login/wait": "areas/sign-in/wait.route.tsx",
  "/logout": "areas/sign-in/logout.route.tsx",
  "/no-access": "areas/sign-in/no-access.route.tsx",
  "/renew": "areas/sign-in/renew.route.tsx",
  "/cookies": "areas/pages/cookies.route.tsx",
  "/appearance": "areas/pages/appearance.route.ts",
  "/error": "areas/pages/error.route.tsx",
} as const;

const inShell = {
  "/": "areas/pages/home.route.ts",
  "/switch-account": "areas/accounts/switch-account.route.tsx",
  "/dashboard": "areas/dashboard/dashboard.route.tsx",
  "/account": "areas/account/account.route.tsx",
  "/account/sessions": "areas/sign-in/sessions.route.tsx",
  "/account/confirmation": "areas/account/confirmation.route.tsx",
  "/account/contacts": "areas/contacts/contacts.route.tsx",
  "/account/contacts/export.csv": "areas/contacts/contacts-csv.route.ts",
  "/account/contacts/new": "areas/contacts/contact.route.tsx",
  "/account/contacts/:id": "areas/contacts/contact.route.tsx",
  "/account/locations/export.csv": "areas/locations/locations-csv.route.ts",
  "/account/locations/export.pdf": "areas/locations/locations-pdf.route.ts",
  "/account/locations/addresses": "areas/locations/addresses.route.ts",
  "/notifications": "areas/notifications/notifications.route.tsx",
  "/notifications/export.csv": "areas/notifications/notifications-csv.route.ts",
  "/notifications/:id": "areas/notifications/notification.route.tsx",
  "/search": "areas/search/search.route.tsx",
  "/search/suggestions": "areas/search/suggestions.route.ts",
  "/invoices": "areas/invoices/invoices.route.tsx",
  "/invoices/export.csv": "areas/invoices/invoices-csv.route.ts",
  "/invoices/files.zip": "areas/invoices/invoices-zip.route.ts",
  "/invoices/statement": "areas/invoices/statement.route.tsx",
  "/invoices/statement/export.csv": "areas/invoices/statement-csv.route.ts",
  "/invoices/statement/export.pdf": "areas/invoices/statement-pdf.route.ts",
  "/invoices/usage": "areas/invoices/usage.route.tsx",
  "/invoices/:number": "areas/invoices/invoice.route.tsx",
  "/invoices/:number/calls": "areas/invoices/calls.route.tsx",
  "/invoices/:number/files/:name": "areas/invoices/invoice-file.route.ts",
  "/invoices/make-a-payment": "areas/payments/make-payment.route.tsx",
  "/invoices/payment-summary": "areas/payments/review.route.tsx",
  "/invoices/payment-succeeded": "areas/payments/payment-result.route.tsx",
  "/invoices/payment-failed": "areas/payments/payment-result.route.tsx",
  "/invoices/manage-direct-debit": "areas/direct-debits/direct-debits.route.tsx",
  "/invoices/manage-direct-debit/export.csv": "areas/direct-debits/direct-debits-csv.route.ts",
  "/invoices/direct-debit": "areas/direct-debits/eligibility.route.tsx",
  "/invoices/direct-debit/details": "areas/direct-debits/details.route.tsx",
  "/invoices/direct-debit/confirmation": "areas/direct-debits/confirmation.route.tsx",
  "/invoices/manage-direct-debit/:id": "areas/direct-debits/eligibility.route.tsx",
  "/invoices/manage-direct-debit/:id/details": "areas/direct-debits/details.route.tsx",
  "/invoices/manage-direct-debit/:id/confirmation": "areas/direct-debits/confirmation.route.tsx",
  "/invoices/manage-direct-debit/:id/success": "areas/direct-debits/success.route.tsx",
  "/invoices/manage-direct-debit/:id/letter": "areas/direct-debits/letter.route.ts",
  "/invoices/direct-debit/bank-check": "areas/direct-debits/bank-check.route.ts",
  "/tickets": "areas/tickets/tickets.route.tsx",
  "/tickets/export.csv": "areas/tickets/tickets-csv.route.ts",
  "/tickets/new": "areas/tickets/new-ticket.route.tsx",
  "/tickets/new/*": "areas/tickets/new-ticket.route.tsx",
  "/tickets/confirmation": "areas/tickets/confirmation.route.tsx",
  "/tickets/:id": "areas/tickets/ticket.route.tsx",
  "/tickets/:id/files/:name": "areas/tickets/ticket-file.route.ts",
  "/products/subscriptions": "areas/subscriptions/subscriptions.route.tsx",
  "/products/subscriptions/export.csv": "areas/subscriptions/subscriptions-csv.route.ts",
  "/products/subscriptions/expiries.ics": "areas/subscriptions/subscriptions-ics.route.ts",
  "/products/subscriptions/:id": "areas/subscriptions/subscription.route.tsx",
  "/products/subscriptions/:id/files/:name": "areas/subscriptions/subscription-file.route.ts",
  "/products/quotes": "areas/quotes/quotes.route.tsx",
  "/products/quotes/export.csv": "areas/quotes/quotes-csv.route.ts",
  "/products/quotes/expiries.ics": "areas/quotes/quotes-ics.route.ts",
  "/products/quotes/:id": "areas/quotes/quote.route.tsx",
  "/products/quotes/:id/compare": "areas/quotes/compare.route.tsx",
  "/products/quotes/:id/accept": "areas/quotes/accept.route.tsx",
  "/products/quotes/:id/decline": "areas/quotes/decline.route.tsx",
  "/products/quotes/:id/question": "areas/quotes/question.route.tsx",
  "/products/quotes/:id/files/:name": "areas/quotes/quote-file.route.ts",
  "/products/returns": "areas/returns/returns.route.tsx",
  "/products/returns/export.csv": "areas/returns/returns-csv.route.ts",
  "/products/returns/:id": "areas/returns/return.route.tsx",
  "/products/returns/:id/files/:name": "areas/returns/return-file.route.ts",
  "/services/availability-checker": "areas/availability/checker.route.tsx",
  "/services/availability-checker/product-availability": "areas/availability/products.route.tsx",
  "/services/availability-checker/request-callback": "areas/availability/callback.route.tsx",
  "/services/availability-checker/confirm": "areas/availability/confirm.route.tsx",
  "/shop/devices": "areas/shop/devices.route.tsx",
  "/services/line-faults": "areas/line-faults/test/line-test.route.tsx",
  "/services/line-faults/error": "areas/line-faults/test/failed.route.tsx",
  "/services/line-faults/:id": "areas/line-faults/test/check.route.tsx",
  "/services/line-faults/:id/charges": "areas/line-faults/booking/agreement.route.tsx",
  "/services/line-faults/:id/appointment-charges": "areas/line-faults/booking/agreement.route.tsx",
  "/services/line-faults/:id/engineer-appointment": "areas/line-faults/booking/appointment.route.tsx",
  "/services/line-faults/:id/collect-data": "areas/line-faults/booking/collect-data.route.tsx",
  "/services/line-faults/:id/booking": "areas/line-faults/booking/booking.route.tsx",
  "/services/line-faults/:id/success": "areas/line-faults/booking/success.route.tsx",
  "/services/line-faults/:id/receipt": "areas/line-faults/booking/receipt.route.tsx",
  "/services/line-faults/:id/appointment.ics": "areas/line-faults/booking/calendar.route.ts",
  "/tickets/:id/files": "areas/tickets/add-files.route.tsx",
  "/sandbox": "areas/sandbox/sandbox.route.tsx",
  "/not-found": "areas/pages/not-found.route.tsx",
  "/*": "areas/pages/not-found.route.tsx",
} as const;

const inLocations = {
  "/account/locations/new": "areas/locations/location.route.tsx",
  "/account/locations/:id": "areas/locations/location.route.tsx",
} as const;

/** A route pattern such as `/tickets/:id`; paths.ts fills in its parameters. */
export type Pattern =
  keyof typeof standalone | keyof typeof inShell | keyof typeof inLocations | "/account/locations";

function registered(pages: Readonly<Record<`/${string}`, string>>): RouteConfigEntry[] {
  return Object.entries(pages).map(([path, file]) => route(path, file, { id: path }));
}

// `shell` renders header and navigation; `page` inside it catches errors, so that they stay around an error page.
export default [
  ...registered(standalone),
  layout("areas/shell/shell.route.tsx", [
    layout("areas/shell/page.route.tsx", [
      ...registered(inShell),
      route("/account/locations", "areas/locations/locations.route.tsx", [
        index("areas/locations/no-location.route.ts"),
        ...registered(inLocations),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
