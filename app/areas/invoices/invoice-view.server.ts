import { formatSortCode, withLeadingZeros } from "#app/areas/direct-debits/bank-numbers.ts";
import { findUnfinished } from "#app/areas/payments/intent.server.ts";
import { ABOVE_CARD_LIMIT } from "#app/areas/payments/payment-texts.ts";
import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { offers } from "#app/document/offers.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import { readListPlace } from "#app/grid/list-state.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { Fact } from "#app/ui/facts-card.tsx";
import { formatMoney } from "#app/ui/format.ts";
import { plainText } from "#shared/html.server.ts";
import { paths } from "#shared/paths.ts";
import { invoiceFileName, type InvoiceFileKind } from "#shared/portal-api/files.ts";
import { getInvoice, invoiceStatus, type Invoice } from "#shared/portal-api/invoices.ts";
import { addressLines } from "#shared/portal-api/shapes.ts";
import { listTickets, ticketStatus } from "#shared/portal-api/support-tickets.ts";
import { hasRole } from "#shared/roles.ts";
import { addCollectionTime, howPaid, loadMandates } from "./how-paid.server.ts";
import { existingFiles } from "./invoice-files.server.ts";
import { linesOf } from "./invoice-lines.server.ts";
import { invoiceList } from "./invoice-list.server.ts";

const NOT_PAYABLE_TEXTS = {
  "nothing due": "Nothing to pay.",
  "being paid":
    "We cannot take a further payment against an invoice if the status shows as payment processing. Please try again later.",
  "above the limit": `${ABOVE_CARD_LIMIT} Please pay this invoice by bank transfer, and quote its number.`,
} as const;

/** The invoice's page. Throws PortalApiError if the invoice itself can't be loaded; the page can do without the rest. */
export async function invoiceView(args: RouteArgs, portal: Portal, number: string) {
  const [invoice, mandates, unfinished] = await Promise.all([
    portal.api.call(getInvoice, { query: { invoiceNumber: number } }),
    loadMandates(args, portal),
    findUnfinished(args.context, portal),
  ]);
  const isDisputed = invoice.status === invoiceStatus.disputed;
  const [files, dispute, enquiry] = await Promise.all([
    tolerate(existingFiles(args, portal, invoice), args),
    isDisputed ? findDispute(args, portal, number) : undefined,
    enquiryLink(args, portal, "invoice", number),
  ]);
  const { config, services } = args.context;
  const now = services.now();
  const rowAndList = rowInList(invoiceList, invoice, args.request.url);
  const { byCard, collectedWhen, group } = howPaid(invoice, mandates, now);
  const hasFile = (kind: InvoiceFileKind) => {
    const path = paths.invoiceFile(invoice.invoiceNumber, invoiceFileName(kind, invoice.invoiceNumber));
    return files.ok && files.value?.some(({ to }) => to === path);
  };
  const isPdfMissing = files.ok && files.value !== undefined && !hasFile("invoice");
  const hasCards = offers(config, "cardPayments");
  const isReasonShown = byCard !== "possible" && !collectedWhen && (hasCards || byCard !== "above the limit");
  return {
    ...rowAndList,
    // An empty `files` removes the row's download link.
    row: { ...addCollectionTime(rowAndList.row, mandates, now), ...(isPdfMissing && { files: {} }) },
    due: formatMoney(invoice.outstandingAmount),
    isPayableByCard: byCard === "possible" && hasCards,
    unfinished:
      invoice.outstandingAmount > 0 && unfinished?.invoiceNumbers.includes(number) ? unfinished : undefined,
    /** Disputed or on hold, so we don't ask for payment now. */
    isHeld: group === "held",
    dispute,
    enquiry,
    collectedWhen,
    areDirectDebitsKnown: mandates !== undefined,
    notPayableReason: isReasonShown ? NOT_PAYABLE_TEXTS[byCard] : undefined,
    lines: await linesOf(invoice, args, readListPlace(rowAndList.list, args.request.url)),
    totalLines: invoice.items.length,
    payment: paymentFacts(invoice),
    delivery: [
      { term: "Delivery address", detail: addressLines(invoice.deliveryAddress) },
      { term: "Invoice to", detail: [portal.account.name, ...addressLines(invoice.invoiceAddress)] },
    ],
    company: companyFacts(invoice),
    files,
    callsPath: hasFile("calls") ? paths.calls(number) : undefined,
  };
}

/** Who's looking into a disputed invoice, from the newest ticket that mentions its number. Only for people who can see tickets. */
async function findDispute(args: RouteArgs, { api, user, account }: Portal, number: string) {
  if (!hasRole(user, account.clientId, "Support")) return {};
  const query = { sortBy: "time DESC", pageSize: 20, pageNumber: 1, searchKeyword: number };
  const tickets = await tolerate(api.call(listTickets, { query }, optionalCallOptions), args);
  const namesNumber = ({ subject, details }: { subject: string; details: string }) =>
    `${subject} ${plainText(details)}`.split(/[^\w-]+/).includes(number);
  const ticket = tickets.ok ? tickets.value.items.find(namesNumber) : undefined;
  if (!ticket) return {};
  const { supportTicketId: id, statusId, assignedToName } = ticket;
  const by = statusId === ticketStatus.closed ? "" : assignedToName.trim();
  return { by, ticket: { id, to: paths.ticket(id) } };
}

export type InvoiceView = Awaited<ReturnType<typeof invoiceView>>;

/** The last three are the totals, which invoice.module.css aligns with the lines' last column. */
function paymentFacts({ paymentDetails, invoiceNumber }: Invoice): Fact[] {
  if (!paymentDetails) return [];
  const { bankName, bankSortCode, bankAccountNumber, net, vat, gross } = paymentDetails;
  return [
    { term: "Bank", detail: bankName },
    { term: "Sort Code", detail: formatSortCode(withLeadingZeros(bankSortCode, "").bankSortCode) },
    { term: "Account Number", detail: bankAccountNumber },
    { term: "Reference", detail: invoiceNumber },
    { term: "Net", detail: formatMoney(net) },
    { term: "VAT", detail: formatMoney(vat) },
    { term: "Gross", detail: formatMoney(gross) },
  ];
}

function companyFacts({ companyDetails: company }: Invoice): Fact[] {
  if (!company || company.companyName.trim() === "") return [];
  const text = company.webSite.trim();
  const to = webAddress(text);
  return [
    { term: "Company", detail: company.companyName },
    { term: "Tax registration", detail: joinTrimmed(company.countryCode, company.taxRegistrationNumber) },
    {
      term: "Company registration",
      detail: joinTrimmed(company.countryOfRegistration, company.companyRegistrationNumber),
    },
    ...(text ? [{ term: "Website", detail: to ? { text, to } : text }] : []),
    { term: "Address", detail: addressLines(company.address) },
  ];
}

const joinTrimmed = (first: string, second: string) => `${first.trim()} ${second.trim()}`.trim();

/** 'www.provider.example' → 'https://www.provider.example/'; undefined if it isn't a web address. */
export function webAddress(text: string): string | undefined {
  // In 'host:8080' the colon is followed by a port, so it isn't a protocol.
  const withProtocol = /^[a-z][\w+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  const url = URL.parse(withProtocol);
  if (!url) return undefined;
  const { protocol, href, username, hostname } = url;
  const isWeb = (protocol === "https:" || protocol === "http:") && username === "" && hostname.includes(".");
  return isWeb ? href : undefined;
}
