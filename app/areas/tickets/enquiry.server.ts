import { faultDescription, findCheck } from "#app/areas/line-faults/check.server.ts";
import {
  begunTestState,
  failedTestState,
  UNKNOWN_ID,
} from "#app/areas/line-faults/line-test/begin-test.server.ts";
import { optionalCallOptions as optional, tolerate } from "#app/errors/tolerate.ts";
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
import { formUrlOf } from "./service-choice.server.ts";

/** The text that the portal fills in for someone who asks the help desk about a thing. */
export interface Enquiry {
  readonly subject: string;
  readonly details: string;
  /** The link back to the thing. */
  readonly back?: { readonly to: string; readonly label: string };
}

/** Opens a new ticket or, with `phone` to show beside it, an email. */
export interface EnquiryLink {
  readonly to: string;
  readonly phone?: string;
}

interface EnquirySource {
  /** What the link back calls the thing, and where its page is. */
  readonly page: readonly [name: string, to: (id: string) => string];
  /** What someone needs to see the thing; without it, everyone in the account can. */
  readonly role?: RoleName;
  /** The service of the new-ticket form that the link opens. Default: Account & Billing. */
  readonly service?: string;
  /** Undefined if the account has no such thing. Throws PortalApiError. */
  readonly load: (portal: Portal, id: string) => Promise<Enquiry | undefined>;
}

/** The things someone can ask about, by the query parameter that carries their id to the new-ticket form. */
const enquirySources = {
  invoice: {
    page: ["invoice", paths.invoice],
    role: "Orders",
    async load({ api }, invoiceNumber) {
      const invoice = await api.call(getInvoice, { query: { invoiceNumber } }, optional);
      const { dateIssued, total, accountNumber } = invoice;
      const facts = [dated("dated", dateIssued), `for ${formatMoney(total)}`, accountNumber];
      return enquiryAbout(`Invoice ${invoiceNumber}`, facts);
    },
  },
  quote: {
    page: ["quote", paths.quote],
    role: "Quotes",
    async load({ api, account }, quoteId) {
      const { quoteDateTime, valueLabel } = await api.call(getQuote, { query: { quoteId } }, optional);
      return enquiryAbout(`Quote ${quoteId}`, [dated("dated", quoteDateTime), valueLabel, account.name]);
    },
  },
  subscription: { page: ["subscription", paths.subscription], role: "Contracts", load: licenceEnquiry },
  /** Asks what renewing a subscription will cost, instead of reporting a problem. */
  renewal: {
    page: ["subscription", paths.subscription],
    role: "Contracts",
    async load(portal, id) {
      const asked = await licenceEnquiry(portal, id, "Could you send us a price to renew it, please?");
      return asked && { ...asked, subject: `Renewal price for ${asked.subject}` };
    },
  },
  return: {
    page: ["return", paths.return],
    role: "Returns",
    async load({ api, account }, id) {
      const found = (await api.call(listReturns, {}, optional)).find(({ rma }) => rma === id);
      if (!found) return undefined;
      const { prodDesc, qty, origDateRecvd, invNo } = found;
      const goods = [qty, prodDesc].filter(Boolean).join(" × ");
      const bought = invNo && `bought on invoice ${invNo}`;
      return enquiryAbout(`Return ${id}`, [goods, dated("received", origDateRecvd), bought, account.name]);
    },
  },
  "direct-debit": {
    page: ["Direct Debit", paths.directDebit],
    role: "Orders",
    // Without the bank's numbers (docs/domain.md, Direct debits).
    async load({ api }, id) {
      const debit = await api.call(getDirectDebitToEdit, { params: { id } }, optional);
      const name = `Direct Debit ${trimmedText(debit.directDebitReference)}`.trim();
      return enquiryAbout(name, [trimmedText(debit.sageAccountNumber)]);
    },
  },
  /** Its id is a line check's or {@link UNKNOWN_ID}; '' for a test that this session couldn't begin. */
  "line-test": {
    page: ["line test", (id) => (id === "" ? paths.lineFaultError() : paths.lineFault(id))],
    service: "technical/connect/calls-and-lines",
    async load(portal, id) {
      const isInSession = id === "" || id === UNKNOWN_ID;
      const test = id === "" ? failedTestState.read(portal) : begunTestState.read(portal);
      const check = isInSession ? undefined : await findCheck(portal, id);
      const { cli, postcode } = (isInSession ? test : check) ?? { cli: "", postcode: "" };
      const isFinished = check?.status === lineCheckStatus.finished;
      const facts = [cli && `Telephone number: ${cli}`, postcode && `Postcode: ${postcode}`];
      return {
        subject: isFinished
          ? `Line ${cli}: ${faultDescription(check)}`
          : ["Line test failed", cli].filter(Boolean).join(": "),
        details: facts.filter(Boolean).join("\n"),
      };
    },
  },
} satisfies Record<string, EnquirySource>;

export type EnquiryKind = keyof typeof enquirySources;

/** 'Invoice 410324, dated 17/11/2026, for £619.44, account HAR003.', then a line for the person to finish. `facts` end with the account. */
function enquiryAbout(name: string, facts: readonly string[], request = "What's wrong:"): Enquiry {
  const account = facts.at(-1);
  const known = [name, ...facts.slice(0, -1), account && `account ${account}`].map((text) => text?.trim());
  return { subject: name, details: `${known.filter(Boolean).join(", ")}.\n\n${request}` };
}

async function licenceEnquiry({ api, account }: Portal, id: string, request?: string) {
  const licence = (await api.call(listLicences, {}, optional)).find(({ licenseId }) => licenseId === id);
  if (!licence) return undefined;
  const { vendor, issueDate, expiryDate } = licence;
  const facts = [dated("issued", issueDate), dated("expires", expiryDate), account.name];
  return enquiryAbout(`${vendor} subscription ${id}`.trim(), facts, request);
}

/** 'dated 17/11/2026'; '' if the date is missing or unreadable. */
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
  const { service = "account" }: EnquirySource = enquirySources[kind];
  const form = formUrlOf(args.context, service, { [kind]: id });
  if (form && hasRole(portal.user, portal.account.clientId, "Support")) return { to: form };
  return emailLink(
    args.context.config,
    (await loadEnquiry(args, portal, kind, id)) ?? { subject: "", details: "" },
  );
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
  const { page, role, load }: EnquirySource = enquirySources[kind];
  const maySee = role === undefined || hasRole(portal.user, portal.account.clientId, role);
  if (!maySee || id.length > textLength.id) return undefined;
  const enquiry = await tolerate(load(portal, id), args);
  if (!enquiry.ok || !enquiry.value) return undefined;
  const { subject, details } = enquiry.value;
  const [name, to] = page;
  return {
    subject: cutText(subject, textLength.title),
    details: cutText(details, textLength.field),
    back: { to: to(id), label: `Back to the ${name}` },
  };
}
