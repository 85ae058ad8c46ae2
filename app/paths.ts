/** Every address of the portal: links, redirects and tests use these. `list` is where in its list a page was opened from. */
export const paths = {
  home: () => "/",
  login: (query: { returnTo?: string; error?: string; employee?: true } = {}) => withQuery("/login", query),
  loginCallback: () => "/login/callback",
  loginEmployeeCallback: () => "/login/employee/callback",
  loginWait: () => "/login/wait",
  logout: () => "/logout",
  sessions: () => "/account/sessions",
  noAccess: (mode?: string) => withQuery("/no-access", { mode }),
  renew: (query: { step?: "start" | "done" | "failed" } = {}) => withQuery("/renew", query),
  error: (reason?: string, reference?: string) => withQuery("/error", { reason, reference }),
  notFound: () => "/not-found",
  cookies: () => "/cookies",
  appearance: () => "/appearance",
  /** `onward`: where the form that was sent along goes on to. */
  switchAccount: (onward?: string) => withQuery("/switch-account", { continue: onward }),
  accountsFound: (filter: string, page: number) =>
    withQuery("/switch-account", { filter: filter || undefined, page: page > 1 ? String(page) : undefined }),
  dashboard: () => "/dashboard",
  account: () => "/account",
  accountConfirmation: () => "/account/confirmation",
  contacts: () => "/account/contacts",
  contactNew: (list?: string) => withQuery("/account/contacts/new", { list }),
  contact: (id: string, list?: string) => withQuery(`/account/contacts/${segment(id)}`, { list }),
  contactSaved: (id: string, list?: string) =>
    withQuery(`/account/contacts/${segment(id)}`, { saved: true, list }),
  contactAdded: (id: string, list?: string) => withQuery("/account/contacts/new", { added: id, list }),
  locations: () => "/account/locations",
  locationNew: () => "/account/locations/new",
  location: (id: string) => `/account/locations/${segment(id)}`,
  locationsPdf: () => "/account/locations/export.pdf",
  locationAddresses: () => "/account/locations/addresses",
  notifications: () => "/notifications",
  notification: (id: string, list?: string) => withQuery(`/notifications/${segment(id)}`, { list }),
  /** Opens it and goes on to where it leads. */
  notificationTarget: (id: string) => `/notifications/${segment(id)}?open`,
  search: (q?: string) => withQuery("/search", { q }),
  invoices: () => "/invoices",
  invoice: (number: string, list?: string) => withQuery(`/invoices/${segment(number)}`, { list }),
  invoiceFile: (number: string, name: string) => `/invoices/${segment(number)}/files/${segment(name)}`,
  invoicesZip: () => "/invoices/files.zip",
  makePayment: () => "/invoices/make-a-payment",
  paymentSummary: () => "/invoices/payment-summary",
  paymentSucceeded: () => "/invoices/payment-succeeded",
  paymentFailed: () => "/invoices/payment-failed",
  directDebits: () => "/invoices/manage-direct-debit",
  directDebitsCsv: () => "/invoices/manage-direct-debit/export.csv",
  directDebit: (id: string, list?: string) =>
    withQuery(`/invoices/manage-direct-debit/${segment(id)}`, { list }),
  directDebitSaved: (id: string) => `/invoices/manage-direct-debit/${segment(id)}/success`,
  directDebitLetter: (id: string) => `/invoices/manage-direct-debit/${segment(id)}/letter`,
  directDebitNew: () => "/invoices/direct-debit",
  bankCheck: () => "/invoices/direct-debit/bank-check",
  tickets: () => "/tickets",
  ticket: (id: string, list?: string) => withQuery(`/tickets/${segment(id)}`, { list }),
  /** After a reply to a ticket of so many notes: its form begins anew. */
  ticketReplied: (id: string, notes: number, list?: string) =>
    withQuery(`/tickets/${segment(id)}`, { replied: String(notes), list }),
  ticketFile: (id: string, name: string) => `/tickets/${segment(id)}/files/${segment(name)}`,
  ticketFiles: (id: string) => `/tickets/${segment(id)}/files`,
  /** `choice`: what was chosen so far, e.g. 'technical/connect'; `typed`: what the form begins with. */
  ticketNew: (choice = "", typed: { subject?: string; details?: string } = {}) =>
    withQuery(["/tickets/new", choice].filter(Boolean).join("/"), typed),
  ticketConfirmation: (ticket?: string) => withQuery("/tickets/confirmation", { ticket }),
  quotes: () => "/products/quotes",
  quote: (id: string, list?: string) => withQuery(`/products/quotes/${segment(id)}`, { list }),
  quoteFile: (id: string, name: string) => `/products/quotes/${segment(id)}/files/${segment(name)}`,
  quoteVersions: (id: string) => `/products/quotes/${segment(id)}/compare`,
  quoteAccept: (id: string) => `/products/quotes/${segment(id)}/accept`,
  quoteAccepted: (id: string) => `/products/quotes/${segment(id)}/accept?sent`,
  quoteQuestion: (id: string) => `/products/quotes/${segment(id)}/question`,
  quoteAsked: (id: string) => `/products/quotes/${segment(id)}/question?sent`,
  subscriptions: () => "/products/subscriptions",
  subscription: (id: string, list?: string) => withQuery(`/products/subscriptions/${segment(id)}`, { list }),
  subscriptionFile: (id: string, name: string) =>
    `/products/subscriptions/${segment(id)}/files/${segment(name)}`,
  subscriptionsCalendar: () => "/products/subscriptions/expiries.ics",
  returns: () => "/products/returns",
  return: (id: string, list?: string) => withQuery(`/products/returns/${segment(id)}`, { list }),
  returnFile: (id: string, name: string) => `/products/returns/${segment(id)}/files/${segment(name)}`,
  /** `line`: a number and a postcode to begin with. */
  lineFaults: (line: { cli?: string; postcode?: string } = {}) => withQuery("/services/line-faults", line),
  lineFault: (id: string) => `/services/line-faults/${segment(id)}`,
  lineFaultCharges: (id: string) => `/services/line-faults/${segment(id)}/charges`,
  lineFaultAppointment: (id: string, showing: { chargeable?: true } = {}) =>
    withQuery(`/services/line-faults/${segment(id)}/engineer-appointment`, showing),
  lineFaultSlotCharges: (id: string) => `/services/line-faults/${segment(id)}/appointment-charges`,
  lineFaultDetails: (id: string) => `/services/line-faults/${segment(id)}/collect-data`,
  lineFaultBooked: (id: string) => `/services/line-faults/${segment(id)}/success`,
  lineFaultBooking: (id: string) => `/services/line-faults/${segment(id)}/booking`,
  lineFaultReceipt: (id: string) => `/services/line-faults/${segment(id)}/receipt`,
  lineFaultCalendar: (id: string) => `/services/line-faults/${segment(id)}/appointment.ics`,
  /** Of the test that this session could not begin, or of one whose notification tells that it failed. */
  lineFaultError: (notification?: string) => withQuery("/services/line-faults/error", { notification }),
  /** A check goes by its correlation id, an address and a product by their places in it. */
  availabilityChecker: (query: { check?: string; postcode?: string } = {}) =>
    withQuery("/services/availability-checker", query),
  availableProducts: (query: { check: string; address: string }) =>
    withQuery("/services/availability-checker/product-availability", query),
  requestCallback: (query: { check: string; address?: string; product?: string }) =>
    withQuery("/services/availability-checker/request-callback", query),
  callbackRequested: (check: string) => withQuery("/services/availability-checker/confirm", { check }),
  devicesShop: (query: { go?: true } = {}) => withQuery("/shop/devices", query),
  sandbox: () => "/sandbox",
  live: () => "/live",
} as const;

function segment(value: string): string {
  return encodeURIComponent(value);
}

function withQuery(path: string, query: Readonly<Record<string, string | true | undefined>>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(String(value))}`));
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
