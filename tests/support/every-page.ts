import { checkerPath, numberOf as numberOfAddress } from "./availability-pages.ts";
import { bookAppointment, BookingPages } from "./booking-pages.ts";
import {
  DirectDebitPages,
  endMandates,
  goodNumbers,
  listPath,
  mandatesOf,
  sample,
  setUpPath,
} from "./direct-debit-pages.ts";
import { numberOf } from "./invoices.ts";
import { lineTestPath } from "./line-test-pages.ts";
import { add as addNotification } from "./notification-pages.ts";
import { Payment, unpaidInvoices } from "./payment-pages.ts";
import { ticketPath } from "./ticket-pages.ts";
import type { Page, Visitor } from "./visitor.ts";
import { valueOf, world } from "./world.ts";

/** The paths of every page and file that shows the API's answers, with the ids of records that Anna (this visitor) has. */
export async function pagesAndFiles(visitor: Visitor): Promise<readonly string[]> {
  const contact = valueOf(
    "SELECT contact_id FROM contacts WHERE client_id = '1001' AND first_names = 'Hugo'",
  );
  const location = valueOf("SELECT address_id FROM addresses WHERE client_id = '1001'");
  const mandate = valueOf("SELECT direct_debit_id FROM direct_debits WHERE client_id = '1001'");
  const ticket = valueOf("SELECT support_ticket_id FROM tickets WHERE client_id = '1001'");
  const returned = valueOf("SELECT rma FROM returns WHERE client_id = '1001' AND contact_id <> ''");
  const invoice = numberOf("Long invoice");
  const report = await BookingPages.after(visitor, "002");
  const faultless = await BookingPages.after(visitor, "001");
  await report.appointments();
  const roles = await visitor.get("/account/contacts/roles");
  return [
    "/dashboard",
    "/switch-account",
    "/account",
    "/account/sessions",
    "/account/activity",
    "/account/activity/export.csv",
    "/account/contacts",
    "/account/contacts/roles",
    roles.$("#contact-roles a[href*='/contacts/roles/']").first().attr("href")!,
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

/** The paths of pages that you can only reach through the steps before them, each once this visitor has taken those steps. */
export async function* stepPages(visitor: Visitor): AsyncGenerator<string> {
  const pathOf = ({ url }: Page) => url.replace(world.portal.url, "");
  const follow = async (page: Page | Promise<Page>) => visitor.follow(await page);
  const failed = { type: "FailedLineFaultCheck", payload: JSON.stringify({ lineFaultCheckId: 7 }) };
  yield `${lineTestPath}/error?notification=${addNotification(failed)}`;
  const line = await BookingPages.after(visitor, "150");
  yield `${line.at}/charges`;
  const slots = await line.appointments("?chargeable");
  const price = await follow(line.select(slots, "earlymorning"));
  yield pathOf(price);
  yield pathOf(await follow(line.agree(price)));
  const booked = pathOf((await bookAppointment(world, visitor)).at(-1)!);
  yield booked;
  yield booked.replace("success", "receipt");

  const found = await follow(visitor.post(checkerPath, { account: "1001", postCode: "YO21 3AJ" }));
  yield pathOf(found);
  const address = numberOfAddress(found, "11 Skinner Street");
  const products = await follow(visitor.submit(found, "main form", { address }));
  yield pathOf(products);
  const callback = await visitor.get(products.$("main table a").first().attr("href") ?? "");
  yield pathOf(callback);
  yield pathOf(await follow(visitor.submit(callback, "main form", { phoneNumber: "01632 960123" })));

  endMandates();
  const edited = `${listPath}/${mandatesOf("HAR001")[0]?.id}`;
  for (const [at, typed] of [
    [setUpPath, sample],
    [edited, { ...goodNumbers, bankAccountName: "HARBOUR" }],
  ] as const) {
    const mandate = new DirectDebitPages(visitor, at);
    const details = await mandate.begin();
    yield pathOf(details);
    const confirmation = await follow(mandate.send(details, typed));
    yield pathOf(confirmation);
    yield pathOf(await follow(mandate.complete(confirmation)));
  }

  const unpaid = unpaidInvoices(world);
  const payment = new Payment(visitor);
  yield pathOf(await payment.through(unpaid(1), "paid"));
  yield pathOf(await payment.through(unpaid(1), "declined"));
  yield pathOf(await payment.review(unpaid(1)));

  yield `${ticketPath("Nine short notes")}/works`;
  const newTicket = await visitor.get("/tickets/new/account");
  yield pathOf(newTicket);
  const text = { subject: "Every page", message: "Every page" };
  yield pathOf(await follow(visitor.submit(newTicket, "#new-ticket", text)));
}

/** True for a file's path, and for an invoice's calls, which few invoices have. */
export const isFile = (path: string) => /\.(csv|ics|zip|pdf)(\?|$)|\/(files\/.+|calls|letter)$/.test(path);

/** The paths of every page, in the order in which this visitor gets to them. */
export async function* everyPage(visitor: Visitor): AsyncGenerator<string> {
  yield* [
    "/logout",
    "/cookies",
    "/status",
    "/no-access",
    "/error",
    "/not-found",
    "/no-such-page",
    "/sandbox",
  ];
  yield* (await pagesAndFiles(visitor)).filter((path) => !isFile(path));
  yield* ["", "/compare", "/accept", "/decline"].map((step) => `/products/quotes/29001${step}`);
  yield* stepPages(visitor);
}
