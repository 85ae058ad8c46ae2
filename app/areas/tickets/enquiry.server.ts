import { faultDescription, findCheck } from "#app/areas/line-faults/check.server.ts";
import {
  begunTestState,
  failedTestState,
  UNKNOWN_ID,
} from "#app/areas/line-faults/line-test-state.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatMoney, readable } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { getDirectDebitToEdit } from "#shared/portal-api/direct-debits.ts";
import { getInvoice } from "#shared/portal-api/invoices.ts";
import { listLicences } from "#shared/portal-api/licences.ts";
import { lineCheckStatus } from "#shared/portal-api/line-faults.ts";
import { getQuote } from "#shared/portal-api/quotes.ts";
import { listReturns } from "#shared/portal-api/returns.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { cutText, trimmedText } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";

/** The text that the portal fills in for someone who asks the help desk about a thing. */
export interface Enquiry {
  readonly subject: string;
  readonly details: string;
}

/** Opens a new ticket or, with `phone` to show beside it, an email. */
export interface EnquiryLink {
  readonly to: string;
  readonly phone?: string;
}

interface EnquirySource {
  /** What someone needs to see the thing; without it, everyone in the account can. */
  readonly role?: RoleName;
  /** The new-ticket form that the link opens. */
  readonly service: string;
  /** Undefined if the account has no such thing. Throws PortalApiError. */
  readonly load: (args: RouteArgs, portal: Portal, id: string) => Promise<Enquiry | undefined>;
}

const ACCOUNT_AND_BILLING = "account";
/** Without the offer to test the line first. */
const CALLS_AND_LINES = "technical/connect/calls-and-lines/details";

/** The things someone can ask about, by the query parameter that carries their id to the new-ticket form. */
const enquirySources = {
  invoice: {
    role: "Orders",
    service: ACCOUNT_AND_BILLING,
    async load(_args, { api }, invoiceNumber) {
      const invoice = await api.call(getInvoice, { query: { invoiceNumber } }, optionalCallOptions);
      const { dateIssued, total, accountNumber } = invoice;
      return enquiryAbout(`Invoice ${invoiceNumber}`, dateIssued, [formatMoney(total)], accountNumber);
    },
  },
  quote: {
    role: "Quotes",
    service: ACCOUNT_AND_BILLING,
    async load(_args, { api, account }, quoteId) {
      const quote = await api.call(getQuote, { query: { quoteId } }, optionalCallOptions);
      return enquiryAbout(`Quote ${quoteId}`, quote.quoteDateTime, [quote.valueLabel], account.name);
    },
  },
  subscription: {
    role: "Contracts",
    service: ACCOUNT_AND_BILLING,
    load: (args, portal, id) => licenceEnquiry(portal, id),
  },
  /** Asks what the subscription will cost next. */
  renewal: {
    role: "Contracts",
    service: ACCOUNT_AND_BILLING,
    load: (args, portal, id) => licenceEnquiry(portal, id, "Please send us a price to renew it."),
  },
  return: {
    role: "Returns",
    service: ACCOUNT_AND_BILLING,
    async load(_args, { api, account }, id) {
      const found = (await api.call(listReturns, {}, optionalCallOptions)).find(({ rma }) => rma === id);
      if (!found) return undefined;
      const { prodDesc, qty, origDateRecvd, invNo } = found;
      const goods = [qty, prodDesc].filter(Boolean).join(" × ");
      const facts = [goods, dated("received", origDateRecvd), invNo && `invoice ${invNo}`];
      return enquiryAbout(`Return ${id}`, "", facts, account.name);
    },
  },
  "direct-debit": {
    role: "Orders",
    service: ACCOUNT_AND_BILLING,
    // Without the bank's numbers (docs/domain.md, Direct debits).
    async load(_args, { api }, id) {
      const debit = await api.call(getDirectDebitToEdit, { params: { id } }, optionalCallOptions);
      const name = `Direct Debit ${trimmedText(debit.directDebitReference)}`.trim();
      return enquiryAbout(name, "", [], trimmedText(debit.sageAccountNumber));
    },
  },
  /** Its id is a line check's or {@link UNKNOWN_ID}; '' for a test that this session couldn't begin. */
  "line-test": {
    service: CALLS_AND_LINES,
    async load(_args, portal, id) {
      const isInSession = id === "" || id === UNKNOWN_ID;
      const test = id === "" ? failedTestState.read(portal) : begunTestState.read(portal);
      const check = isInSession ? undefined : await findCheck(portal, id);
      const { cli, postcode } = (isInSession ? test : check) ?? { cli: "", postcode: "" };
      const isFinished = check?.status === lineCheckStatus.finished;
      const failed = ["Line test failed", cli].filter(Boolean).join(": ");
      const facts = [cli && `Telephone number: ${cli}`, postcode && `Postcode: ${postcode}`];
      return {
        subject: isFinished ? `Line ${cli}: ${faultDescription(check)}` : failed,
        details: facts.filter(Boolean).join("\n"),
      };
    },
  },
} satisfies Record<string, EnquirySource>;

export type EnquiryKind = keyof typeof enquirySources;

/** 'Invoice 410324 of 17/11/2026, £619.44, account HAR003.', then a line for the person to finish. */
function enquiryAbout(
  name: string,
  issued: string,
  facts: readonly string[],
  account: string,
  request = "What's wrong:",
): Enquiry {
  const thing = [name, dated("of", issued)].filter(Boolean).join(" ");
  const known = [thing, ...facts, account && `account ${account}`].map((text) => text.trim());
  return { subject: name, details: `${known.filter(Boolean).join(", ")}.\n\n${request}` };
}

async function licenceEnquiry({ api, account }: Portal, id: string, request?: string) {
  const licences = await api.call(listLicences, {}, optionalCallOptions);
  const licence = licences.find(({ licenseId }) => licenseId === id);
  if (!licence) return undefined;
  const { vendor, issueDate, expiryDate } = licence;
  const name = `${vendor} subscription ${id}`.trim();
  const enquiry = enquiryAbout(name, issueDate, [dated("expires", expiryDate)], account.name, request);
  return request === undefined ? enquiry : { ...enquiry, subject: `Renewal price for ${name}` };
}

/** 'of 17/11/2026'; '' if the date is missing or unreadable. */
const dated = (word: string, date: string) => {
  const day = formatDate(readable(date));
  return day === undefined ? "" : `${word} ${day}`;
};

/** Where 'Something wrong?' leads: a new ticket about the thing, or an email from people who can't log tickets. */
export async function enquiryLink(
  args: RouteArgs,
  portal: Portal,
  kind: EnquiryKind,
  id: string,
): Promise<EnquiryLink> {
  const { config } = args.context;
  const { service } = enquirySources[kind];
  if (hasRole(portal.user, portal.account.clientId, "Support") && isOffered(config, service))
    return { to: paths.ticketNew(service, { [kind]: id }) };
  return emailLink(config, (await loadEnquiry(args, portal, kind, id)) ?? { subject: "", details: "" });
}

/** An email to the help desk with the enquiry filled in. */
export function emailLink(
  { helpDeskEmail, helpDeskPhone }: LoadContext["config"],
  { subject, details }: Enquiry,
): EnquiryLink {
  // A line break in a subject could begin another header.
  const oneLine = subject.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  const parts = Object.entries({ subject: oneLine, body: details }).filter(([, text]) => text !== "");
  const query = parts.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
  return { to: [`mailto:${helpDeskEmail}`, query].filter(Boolean).join("?"), phone: helpDeskPhone };
}

/** The enquiry about the thing whose id is in the address; undefined if there's none or it can't be loaded. */
export async function requestedEnquiry(args: RouteArgs, portal: Portal): Promise<Enquiry | undefined> {
  const query = new URL(args.request.url).searchParams;
  const kind = (Object.keys(enquirySources) as EnquiryKind[]).find((name) => query.has(name));
  return kind && loadEnquiry(args, portal, kind, query.get(kind) ?? "");
}

async function loadEnquiry(args: RouteArgs, portal: Portal, kind: EnquiryKind, id: string) {
  const { role, load }: EnquirySource = enquirySources[kind];
  const maySee = role === undefined || hasRole(portal.user, portal.account.clientId, role);
  if (!maySee || id.length > textLength.id) return undefined;
  const enquiry = await tolerate(load(args, portal, id), args);
  if (!enquiry.ok || !enquiry.value) return undefined;
  const { subject, details } = enquiry.value;
  return { subject: cutText(subject, textLength.title), details: cutText(details, textLength.field) };
}

const isOffered = ({ ticketServicesOff }: LoadContext["config"], service: string) =>
  !ticketServicesOff.some((off) => service === off || service.startsWith(`${off}/`));
