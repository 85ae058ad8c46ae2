import type { Pattern } from "#app/routes.ts";

/** Every path in the portal. `list` is the state of the list that a page was opened from, for the link back. */
export const paths = {
  home: () => fillPattern("/"),
  login: (query: { returnTo?: string; error?: string; employee?: true } = {}) =>
    withQuery(fillPattern("/login"), query),
  loginCallback: () => fillPattern("/login/callback"),
  loginEmployeeCallback: () => fillPattern("/login/employee/callback"),
  loginWait: () => fillPattern("/login/wait"),
  logout: () => fillPattern("/logout"),
  sessions: () => fillPattern("/account/sessions"),
  activity: () => fillPattern("/account/activity"),
  noAccess: (mode?: string) => withQuery(fillPattern("/no-access"), { mode }),
  renew: (query: { step?: "start" | "done" | "failed" } = {}) => withQuery(fillPattern("/renew"), query),
  error: (reason?: string, reference?: string) => withQuery(fillPattern("/error"), { reason, reference }),
  notFound: () => fillPattern("/not-found"),
  status: () => fillPattern("/status"),
  cookies: () => fillPattern("/cookies"),
  appearance: () => fillPattern("/appearance"),
  /** After the switch, the posted form goes to `onward`, or the page `to` opens, or the menu page for the path `from`. */
  switchAccount: ({ onward, ...page }: Partial<Record<"onward" | "to" | "from", string>> = {}) =>
    withQuery(fillPattern("/switch-account"), { continue: onward, ...page }),
  dashboard: () => fillPattern("/dashboard"),
  /** All kinds or just one, at most `days` ahead. */
  comingUp: (kind?: string, days?: string) => withQuery(fillPattern("/coming-up"), { kind, days }),
  comingUpCalendar: () => fillPattern("/coming-up/calendar.ics"),
  account: () => fillPattern("/account"),
  accountConfirmation: () => fillPattern("/account/confirmation"),
  contacts: () => fillPattern("/account/contacts"),
  contactNew: (list?: string) => withQuery(fillPattern("/account/contacts/new"), { list }),
  contact: (id: string, list?: string) => withQuery(fillPattern("/account/contacts/:id", id), { list }),
  contactRoles: () => fillPattern("/account/contacts/roles"),
  removeRole: (id: string, role: string, list?: string) =>
    withQuery(fillPattern("/account/contacts/roles/:id/:role", id, role), { list }),
  contactSaved: (id: string, list?: string) =>
    withQuery(fillPattern("/account/contacts/:id", id), { saved: true, list }),
  contactAdded: (id: string, list?: string) =>
    withQuery(fillPattern("/account/contacts/new"), { added: id, list }),
  locations: () => fillPattern("/account/locations"),
  locationNew: () => fillPattern("/account/locations/new"),
  location: (id: string) => fillPattern("/account/locations/:id", id),
  locationsPdf: () => fillPattern("/account/locations/export.pdf"),
  locationAddresses: () => fillPattern("/account/locations/addresses"),
  messages: () => fillPattern("/notifications/messages"),
  notifications: () => fillPattern("/notifications"),
  notification: (id: string, list?: string) => withQuery(fillPattern("/notifications/:id", id), { list }),
  /** Marks it as read and redirects to where it leads. */
  notificationTarget: (id: string) => withQuery(fillPattern("/notifications/:id", id), { open: true }),
  search: (q?: string) => withQuery(fillPattern("/search"), { q }),
  searchSuggestions: (q: string) => withQuery(fillPattern("/search/suggestions"), { q }),
  invoices: () => fillPattern("/invoices"),
  invoice: (number: string, list?: string) => withQuery(fillPattern("/invoices/:number", number), { list }),
  invoiceFile: (number: string, name: string) => fillPattern("/invoices/:number/files/:name", number, name),
  calls: (number: string) => fillPattern("/invoices/:number/calls", number),
  usage: () => fillPattern("/invoices/usage"),
  statement: () => fillPattern("/invoices/statement"),
  statementCsv: () => fillPattern("/invoices/statement/export.csv"),
  statementPdf: () => fillPattern("/invoices/statement/export.pdf"),
  invoicesZip: () => fillPattern("/invoices/files.zip"),
  makePayment: () => fillPattern("/invoices/make-a-payment"),
  paymentSummary: () => fillPattern("/invoices/payment-summary"),
  paymentSucceeded: (payment?: string) => withQuery(fillPattern("/invoices/payment-succeeded"), { payment }),
  paymentFailed: (payment?: string) => withQuery(fillPattern("/invoices/payment-failed"), { payment }),
  directDebits: () => fillPattern("/invoices/manage-direct-debit"),
  directDebit: (id: string, list?: string) =>
    withQuery(fillPattern("/invoices/manage-direct-debit/:id", id), { list }),
  directDebitSaved: (id: string) => fillPattern("/invoices/manage-direct-debit/:id/success", id),
  directDebitLetter: (id: string) => fillPattern("/invoices/manage-direct-debit/:id/letter", id),
  directDebitNew: () => fillPattern("/invoices/direct-debit"),
  directDebitStep: (id: string | undefined, step: "" | "/details" | "/confirmation") =>
    id === undefined
      ? fillPattern(`/invoices/direct-debit${step}`)
      : fillPattern(`/invoices/manage-direct-debit/:id${step}`, id),
  bankCheck: () => fillPattern("/invoices/direct-debit/bank-check"),
  tickets: () => fillPattern("/tickets"),
  /** `visit`: what the filled-in reply says about the ticket's engineer visit. */
  ticket: (id: string, list?: string, visit?: string) =>
    withQuery(fillPattern("/tickets/:id", id), { list, visit }),
  /** After a reply. The number of notes changes the URL, which empties the form. */
  ticketReplied: (id: string, notes: number, list?: string) =>
    withQuery(fillPattern("/tickets/:id", id), { replied: String(notes), list }),
  ticketFile: (id: string, name: string) => fillPattern("/tickets/:id/files/:name", id, name),
  ticketWorks: (id: string, list?: string) => withQuery(fillPattern("/tickets/:id/works", id), { list }),
  ticketFiles: (id: string) => fillPattern("/tickets/:id/files", id),
  /** `choice`: the choices so far, e.g. 'technical/connect'; `about`: the id of what the ticket is about, by kind. */
  ticketNew: (choice = "", about: Readonly<Record<string, string>> = {}) =>
    withQuery(choice ? fillPattern("/tickets/new/*", choice) : fillPattern("/tickets/new"), about),
  ticketConfirmation: (ticket?: string) => withQuery(fillPattern("/tickets/confirmation"), { ticket }),
  quotes: () => fillPattern("/products/quotes"),
  quote: (id: string, list?: string) => withQuery(fillPattern("/products/quotes/:id", id), { list }),
  quoteFile: (id: string, name: string) => fillPattern("/products/quotes/:id/files/:name", id, name),
  quoteVersions: (id: string) => fillPattern("/products/quotes/:id/compare", id),
  quoteAccept: (id: string, version?: string) =>
    withQuery(fillPattern("/products/quotes/:id/accept", id), { version }),
  quoteAccepted: (id: string) => withQuery(fillPattern("/products/quotes/:id/accept", id), { sent: true }),
  quoteQuestion: (id: string) => fillPattern("/products/quotes/:id/question", id),
  quoteDecline: (id: string) => fillPattern("/products/quotes/:id/decline", id),
  quoteDeclined: (id: string) => withQuery(fillPattern("/products/quotes/:id/decline", id), { sent: true }),
  quoteAsked: (id: string) => withQuery(fillPattern("/products/quotes/:id/question", id), { sent: true }),
  subscriptions: () => fillPattern("/products/subscriptions"),
  subscription: (id: string, list?: string) =>
    withQuery(fillPattern("/products/subscriptions/:id", id), { list }),
  subscriptionFile: (id: string, name: string) =>
    fillPattern("/products/subscriptions/:id/files/:name", id, name),
  returns: () => fillPattern("/products/returns"),
  return: (id: string, list?: string) => withQuery(fillPattern("/products/returns/:id", id), { list }),
  returnFile: (id: string, name: string) => fillPattern("/products/returns/:id/files/:name", id, name),
  lineFaults: (line: { cli?: string; postcode?: string } = {}) =>
    withQuery(fillPattern("/services/line-faults"), line),
  lineFault: (id: string) => fillPattern("/services/line-faults/:id", id),
  lineFaultCharges: (id: string) => fillPattern("/services/line-faults/:id/charges", id),
  lineFaultAppointment: (id: string, showing: { chargeable?: true } = {}) =>
    withQuery(fillPattern("/services/line-faults/:id/engineer-appointment", id), showing),
  lineFaultSlotCharges: (id: string) => fillPattern("/services/line-faults/:id/appointment-charges", id),
  lineFaultDetails: (id: string) => fillPattern("/services/line-faults/:id/collect-data", id),
  lineFaultBooked: (id: string) => fillPattern("/services/line-faults/:id/success", id),
  lineFaultBooking: (id: string) => fillPattern("/services/line-faults/:id/booking", id),
  lineFaultReceipt: (id: string) => fillPattern("/services/line-faults/:id/receipt", id),
  lineFaultCalendar: (id: string) => fillPattern("/services/line-faults/:id/appointment.ics", id),
  /** For a test that couldn't be started or, with `notification`, one that failed. */
  lineFaultError: (notification?: string) =>
    withQuery(fillPattern("/services/line-faults/error"), { notification }),
  /** `check` is a correlation id, `address` an index in its results, and `product` a `productKey`. */
  availabilityChecker: (query: { check?: string; postcode?: string } = {}) =>
    withQuery(fillPattern("/services/availability-checker"), query),
  availableProducts: (query: { check: string; address: string }) =>
    withQuery(fillPattern("/services/availability-checker/product-availability"), query),
  requestCallback: (query: { check: string; address?: string; product?: string }) =>
    withQuery(fillPattern("/services/availability-checker/request-callback"), query),
  callbackRequested: (check: string) =>
    withQuery(fillPattern("/services/availability-checker/confirm"), { check }),
  devicesShop: (query: { go?: true } = {}) => withQuery(fillPattern("/shop/devices"), query),
  sandbox: () => fillPattern("/sandbox"),
  live: () => fillPattern("/live"),
} as const;

/** A path with its pattern in its type, for the check at the end of this file. */
type Address<P> = string & { readonly pattern?: P };

/** A path for use outside the portal, e.g. in a calendar. It includes the account in which to open it. */
export function pathWithAccount(clientId: string, path: string): string {
  return withQuery(path, { account: clientId });
}

type Values<P> = P extends `${string}:${string}:${string}`
  ? [string, string]
  : P extends `${string}:${string}` | `${string}*`
    ? [string]
    : [];

function fillPattern<P extends Pattern | "/live">(pattern: P, ...values: Values<P>): Address<P> {
  let next = 0;
  return pattern.replace(/:\w+|\*/g, (placeholder) => {
    const value = values[next++] ?? "";
    // Remix takes an address that ends in '.data' for a page's data.
    return placeholder === "*" ? value : encodeURIComponent(value).replace(/\.data$/, "%2Edata");
  });
}

/** The link that leads to the path, or to the closest page above it. */
export function closestLink(links: readonly string[], path: string): string | undefined {
  const matches = links.filter((to) => path === to || path.startsWith(`${to}/`));
  return matches.sort((a, b) => b.length - a.length)[0];
}

function withQuery<P = never>(
  path: Address<P>,
  query: Readonly<Record<string, string | true | undefined>>,
): Address<P> {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(String(value))}`));
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

type ReachablePattern = NonNullable<ReturnType<(typeof paths)[keyof typeof paths]>["pattern"]>;
/** CSV exports don't need a path of their own, because the list kit derives them. */
type UnreachedPattern = Exclude<Pattern, ReachablePattern | `${string}/export.csv` | "/*">;
/** Doesn't compile if a route has no path above. */
const _addAPathFor: Record<UnreachedPattern, never> = {};
