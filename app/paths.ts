import type { Pattern } from "./routes.ts";

/** Every address of the portal: links, redirects and tests use these. `list` is where in its list a page was opened from. */
export const paths = {
  home: () => at("/"),
  login: (query: { returnTo?: string; error?: string; employee?: true } = {}) =>
    withQuery(at("/login"), query),
  loginCallback: () => at("/login/callback"),
  loginEmployeeCallback: () => at("/login/employee/callback"),
  loginWait: () => at("/login/wait"),
  logout: () => at("/logout"),
  sessions: () => at("/account/sessions"),
  noAccess: (mode?: string) => withQuery(at("/no-access"), { mode }),
  renew: (query: { step?: "start" | "done" | "failed" } = {}) => withQuery(at("/renew"), query),
  error: (reason?: string, reference?: string) => withQuery(at("/error"), { reason, reference }),
  notFound: () => at("/not-found"),
  cookies: () => at("/cookies"),
  appearance: () => at("/appearance"),
  /** `onward`: where the form that was sent along goes on to. */
  switchAccount: (onward?: string) => withQuery(at("/switch-account"), { continue: onward }),
  accountsFound: (filter: string, page: number) =>
    withQuery(at("/switch-account"), {
      filter: filter || undefined,
      page: page > 1 ? String(page) : undefined,
    }),
  dashboard: () => at("/dashboard"),
  account: () => at("/account"),
  accountConfirmation: () => at("/account/confirmation"),
  contacts: () => at("/account/contacts"),
  contactNew: (list?: string) => withQuery(at("/account/contacts/new"), { list }),
  contact: (id: string, list?: string) => withQuery(at("/account/contacts/:id", id), { list }),
  contactSaved: (id: string, list?: string) =>
    withQuery(at("/account/contacts/:id", id), { saved: true, list }),
  contactAdded: (id: string, list?: string) => withQuery(at("/account/contacts/new"), { added: id, list }),
  locations: () => at("/account/locations"),
  locationNew: () => at("/account/locations/new"),
  location: (id: string) => at("/account/locations/:id", id),
  locationsPdf: () => at("/account/locations/export.pdf"),
  locationAddresses: () => at("/account/locations/addresses"),
  notifications: () => at("/notifications"),
  notification: (id: string, list?: string) => withQuery(at("/notifications/:id", id), { list }),
  /** Opens it and goes on to where it leads. */
  notificationTarget: (id: string) => withQuery(at("/notifications/:id", id), { open: true }),
  search: (q?: string) => withQuery(at("/search"), { q }),
  invoices: () => at("/invoices"),
  invoice: (number: string, list?: string) => withQuery(at("/invoices/:number", number), { list }),
  invoiceFile: (number: string, name: string) => at("/invoices/:number/files/:name", number, name),
  invoicesZip: () => at("/invoices/files.zip"),
  makePayment: () => at("/invoices/make-a-payment"),
  paymentSummary: () => at("/invoices/payment-summary"),
  paymentSucceeded: () => at("/invoices/payment-succeeded"),
  paymentFailed: () => at("/invoices/payment-failed"),
  directDebits: () => at("/invoices/manage-direct-debit"),
  directDebitsCsv: () => at("/invoices/manage-direct-debit/export.csv"),
  directDebit: (id: string, list?: string) =>
    withQuery(at("/invoices/manage-direct-debit/:id", id), { list }),
  directDebitSaved: (id: string) => at("/invoices/manage-direct-debit/:id/success", id),
  directDebitLetter: (id: string) => at("/invoices/manage-direct-debit/:id/letter", id),
  directDebitNew: () => at("/invoices/direct-debit"),
  /** A step of setting up or changing a direct debit; without an id of a new one. */
  directDebitStep: (id: string | undefined, step: "" | "/details" | "/confirmation") =>
    id === undefined
      ? at(`/invoices/direct-debit${step}`)
      : at(`/invoices/manage-direct-debit/:id${step}`, id),
  bankCheck: () => at("/invoices/direct-debit/bank-check"),
  tickets: () => at("/tickets"),
  ticket: (id: string, list?: string) => withQuery(at("/tickets/:id", id), { list }),
  /** After a reply to a ticket of so many notes: its form begins anew. */
  ticketReplied: (id: string, notes: number, list?: string) =>
    withQuery(at("/tickets/:id", id), { replied: String(notes), list }),
  ticketFile: (id: string, name: string) => at("/tickets/:id/files/:name", id, name),
  ticketFiles: (id: string) => at("/tickets/:id/files", id),
  /** `choice`: what was chosen so far, e.g. 'technical/connect'; `typed`: what the form begins with. */
  ticketNew: (choice = "", typed: { subject?: string; details?: string } = {}) =>
    withQuery(choice ? at("/tickets/new/*", choice) : at("/tickets/new"), typed),
  ticketConfirmation: (ticket?: string) => withQuery(at("/tickets/confirmation"), { ticket }),
  quotes: () => at("/products/quotes"),
  quote: (id: string, list?: string) => withQuery(at("/products/quotes/:id", id), { list }),
  quoteFile: (id: string, name: string) => at("/products/quotes/:id/files/:name", id, name),
  quoteVersions: (id: string) => at("/products/quotes/:id/compare", id),
  quoteAccept: (id: string) => at("/products/quotes/:id/accept", id),
  quoteAccepted: (id: string) => withQuery(at("/products/quotes/:id/accept", id), { sent: true }),
  quoteQuestion: (id: string) => at("/products/quotes/:id/question", id),
  quoteAsked: (id: string) => withQuery(at("/products/quotes/:id/question", id), { sent: true }),
  subscriptions: () => at("/products/subscriptions"),
  subscription: (id: string, list?: string) => withQuery(at("/products/subscriptions/:id", id), { list }),
  subscriptionFile: (id: string, name: string) => at("/products/subscriptions/:id/files/:name", id, name),
  subscriptionsCalendar: () => at("/products/subscriptions/expiries.ics"),
  returns: () => at("/products/returns"),
  return: (id: string, list?: string) => withQuery(at("/products/returns/:id", id), { list }),
  returnFile: (id: string, name: string) => at("/products/returns/:id/files/:name", id, name),
  /** `line`: a number and a postcode to begin with. */
  lineFaults: (line: { cli?: string; postcode?: string } = {}) =>
    withQuery(at("/services/line-faults"), line),
  lineFault: (id: string) => at("/services/line-faults/:id", id),
  lineFaultCharges: (id: string) => at("/services/line-faults/:id/charges", id),
  lineFaultAppointment: (id: string, showing: { chargeable?: true } = {}) =>
    withQuery(at("/services/line-faults/:id/engineer-appointment", id), showing),
  lineFaultSlotCharges: (id: string) => at("/services/line-faults/:id/appointment-charges", id),
  lineFaultDetails: (id: string) => at("/services/line-faults/:id/collect-data", id),
  lineFaultBooked: (id: string) => at("/services/line-faults/:id/success", id),
  lineFaultBooking: (id: string) => at("/services/line-faults/:id/booking", id),
  lineFaultReceipt: (id: string) => at("/services/line-faults/:id/receipt", id),
  lineFaultCalendar: (id: string) => at("/services/line-faults/:id/appointment.ics", id),
  /** Of the test that this session could not begin, or of one whose notification tells that it failed. */
  lineFaultError: (notification?: string) => withQuery(at("/services/line-faults/error"), { notification }),
  /** A check goes by its correlation id, an address and a product by their places in it. */
  availabilityChecker: (query: { check?: string; postcode?: string } = {}) =>
    withQuery(at("/services/availability-checker"), query),
  availableProducts: (query: { check: string; address: string }) =>
    withQuery(at("/services/availability-checker/product-availability"), query),
  requestCallback: (query: { check: string; address?: string; product?: string }) =>
    withQuery(at("/services/availability-checker/request-callback"), query),
  callbackRequested: (check: string) => withQuery(at("/services/availability-checker/confirm"), { check }),
  devicesShop: (query: { go?: true } = {}) => withQuery(at("/shop/devices"), query),
  sandbox: () => at("/sandbox"),
  live: () => at("/live"),
} as const;

/** An address that fills this pattern. */
type Address<At> = string & { readonly pattern?: At };

/** What a pattern leaves open, in its order. */
type Values<At> = At extends `${string}:${string}:${string}`
  ? [string, string]
  : At extends `${string}:${string}` | `${string}*`
    ? [string]
    : [];

/** Fills a pattern of the site map. */
function at<At extends Pattern | "/live">(pattern: At, ...values: Values<At>): Address<At> {
  let next = 0;
  return pattern.replace(/:\w+|\*/g, (open) => {
    const value = values[next++] ?? "";
    return open === "*" ? value : encodeURIComponent(value);
  });
}

function withQuery<At = never>(
  path: Address<At>,
  query: Readonly<Record<string, string | true | undefined>>,
): Address<At> {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(String(value))}`));
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

/** The patterns that the paths fill. */
export type Reached = NonNullable<ReturnType<(typeof paths)[keyof typeof paths]>["pattern"]>;
/** Lists lead to their CSV by themselves. */
type Unreached = Exclude<Pattern, Reached | `${string}/export.csv` | "/*">;
/** Does not compile where the site map has an address that no path leads to. */
const _unreached: Record<Unreached, never> = {};
