import { anna } from "../support/anna.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { numberOf } from "../support/invoices.ts";
import { world } from "../support/world.ts";

const first = (query: string) => String(Object.values(world.provider.db.prepare(query).get() ?? {})[0]);

/** The paths of every page and file that shows answers of the API, with ids of Anna's records. */
export async function pagesAndFiles(): Promise<readonly string[]> {
  const contact = first("SELECT contact_id FROM contacts WHERE client_id = '1001' AND first_names = 'Hugo'");
  const location = first("SELECT address_id FROM addresses WHERE client_id = '1001'");
  const mandate = first("SELECT direct_debit_id FROM direct_debits WHERE client_id = '1001'");
  const ticket = first("SELECT support_ticket_id FROM tickets WHERE client_id = '1001'");
  const returned = first("SELECT rma FROM returns WHERE client_id = '1001' AND contact_id <> ''");
  const invoice = numberOf("Long invoice");
  const [report, faultless] = [await BookingPages.after(anna, "002"), await BookingPages.after(anna, "001")];
  await report.appointments();
  return [
    "/dashboard",
    "/switch-account",
    "/account",
    "/account/sessions",
    "/account/activity",
    "/account/activity/export.csv",
    "/account/contacts",
    "/account/contacts/export.csv",
    "/account/contacts/new",
    `/account/contacts/${contact}`,
    "/account/locations",
    "/account/locations/export.csv",
    "/account/locations/export.pdf",
    "/account/locations/new",
    `/account/locations/${location}`,
    "/notifications",
    "/notifications/export.csv",
    "/notifications/2",
    "/notifications/messages",
    "/search?q=har",
    "/search/suggestions?q=har",
    "/invoices",
    "/invoices?search=har",
    "/invoices/export.csv",
    `/invoices/${invoice}`,
    `/invoices/${invoice}/calls`,
    "/invoices/usage",
    "/invoices/statement",
    "/invoices/statement/export.csv",
    "/invoices/statement/export.pdf",
    "/invoices/make-a-payment",
    "/invoices/payment-summary",
    "/invoices/manage-direct-debit",
    "/invoices/manage-direct-debit/export.csv",
    `/invoices/manage-direct-debit/${mandate}`,
    `/invoices/manage-direct-debit/${mandate}/letter`,
    "/invoices/direct-debit",
    "/tickets",
    "/tickets/export.csv",
    `/tickets/${ticket}`,
    `/tickets/${ticket}/files`,
    `/tickets/${ticket}/works`,
    "/tickets/new",
    "/products/subscriptions",
    "/products/subscriptions/export.csv",
    "/products/subscriptions/31001",
    "/products/quotes",
    "/products/quotes/export.csv",
    "/coming-up",
    "/coming-up/calendar.ics",
    "/products/quotes/21001",
    "/products/quotes/21001/compare",
    "/products/quotes/21001/accept",
    "/products/quotes/21001/question",
    "/products/quotes/21001/decline",
    "/products/returns",
    "/products/returns/export.csv",
    `/products/returns/${returned}`,
    "/services/line-faults",
    report.at,
    `${report.at}/engineer-appointment`,
    `${report.at}/collect-data`,
    faultless.at,
    "/shop/devices",
  ];
}
