import { index, layout, route, type RouteConfig } from "@remix-run/route-config";
import { plannedRoutes } from "./areas/pages/planned-routes.ts";

const planned = plannedRoutes.map(({ path }) =>
  route(path, "areas/pages/planned.route.tsx", { id: `planned ${path}` }),
);

// `shell` draws header and navigation around what needs a sign-in; `page` inside it catches errors, so that the shell
// still works around an error page.
export default [
  route("login", "areas/sign-in/login.route.tsx"),
  route("login/callback", "areas/sign-in/callback.route.tsx"),
  route("login/employee/callback", "areas/sign-in/callback.route.tsx", { id: "employee callback" }),
  route("login/wait", "areas/sign-in/wait.route.tsx"),
  route("logout", "areas/sign-in/logout.route.tsx"),
  route("no-access", "areas/sign-in/no-access.route.tsx"),
  route("renew", "areas/sign-in/renew.route.tsx"),
  route("cookies", "areas/pages/cookies.route.tsx"),
  route("appearance", "areas/pages/appearance.route.ts"),
  route("error", "areas/pages/error.route.tsx"),

  layout("areas/shell/shell.route.tsx", [
    layout("areas/shell/page.route.tsx", [
      route("/", "areas/pages/home.route.ts"),
      route("switch-account", "areas/accounts/switch-account.route.tsx"),
      route("dashboard", "areas/dashboard/dashboard.route.tsx"),
      route("account", "areas/account/account.route.tsx"),
      route("account/sessions", "areas/sign-in/sessions.route.tsx"),
      route("account/confirmation", "areas/account/confirmation.route.tsx"),
      route("account/contacts", "areas/contacts/contacts.route.tsx"),
      route("account/contacts/export.csv", "areas/contacts/contacts-csv.route.ts"),
      route("account/contacts/new", "areas/contacts/contact.route.tsx", { id: "new contact" }),
      route("account/contacts/:id", "areas/contacts/contact.route.tsx"),
      route("account/locations", "areas/locations/locations.route.tsx", [
        index("areas/locations/no-location.route.ts"),
        route("new", "areas/locations/location.route.tsx", { id: "new location" }),
        route(":id", "areas/locations/location.route.tsx"),
      ]),
      route("account/locations/export.csv", "areas/locations/locations-csv.route.ts"),
      route("account/locations/export.pdf", "areas/locations/locations-pdf.route.ts"),
      route("account/locations/addresses", "areas/locations/addresses.route.ts"),
      route("notifications", "areas/notifications/notifications.route.tsx"),
      route("notifications/export.csv", "areas/notifications/notifications-csv.route.ts"),
      route("notifications/:id", "areas/notifications/notification.route.tsx"),
      route("search", "areas/search/search.route.tsx"),
      route("invoices", "areas/invoices/invoices.route.tsx"),
      route("invoices/export.csv", "areas/invoices/invoices-csv.route.ts"),
      route("invoices/files.zip", "areas/invoices/invoices-zip.route.ts"),
      route("invoices/:number", "areas/invoices/invoice.route.tsx"),
      route("invoices/:number/files/:name", "areas/invoices/invoice-file.route.ts"),
      route("invoices/make-a-payment", "areas/payments/make-payment.route.tsx"),
      route("invoices/payment-summary", "areas/payments/review.route.tsx"),
      route("invoices/payment-succeeded", "areas/payments/payment-result.route.tsx"),
      route("invoices/payment-failed", "areas/payments/payment-result.route.tsx", { id: "payment-failed" }),
      route("invoices/manage-direct-debit", "areas/direct-debits/direct-debits.route.tsx"),
      route("invoices/manage-direct-debit/export.csv", "areas/direct-debits/direct-debits-csv.route.ts"),
      ...["invoices/direct-debit", "invoices/manage-direct-debit/:id"].flatMap((wizard) => [
        route(wizard, "areas/direct-debits/eligibility.route.tsx", { id: wizard }),
        route(`${wizard}/details`, "areas/direct-debits/details.route.tsx", { id: `${wizard}/details` }),
        route(`${wizard}/confirmation`, "areas/direct-debits/confirmation.route.tsx", {
          id: `${wizard}/confirmation`,
        }),
      ]),
      route("invoices/manage-direct-debit/:id/success", "areas/direct-debits/success.route.tsx"),
      route("invoices/manage-direct-debit/:id/letter", "areas/direct-debits/letter.route.ts"),
      route("invoices/direct-debit/bank-check", "areas/direct-debits/bank-check.route.ts"),
      route("products/returns", "areas/returns/returns.route.tsx"),
      route("products/returns/export.csv", "areas/returns/returns-csv.route.ts"),
      route("products/returns/:id", "areas/returns/return.route.tsx"),
      ...planned,
      route("not-found", "areas/pages/not-found.route.tsx"),
      route("*", "areas/pages/not-found.route.tsx", { id: "unknown" }),
    ]),
  ]),
] satisfies RouteConfig;
