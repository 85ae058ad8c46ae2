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

/** What a person writes to the help desk about, as far as the portal can write it for them. */
export interface Letter {
  readonly subject: string;
  readonly details: string;
}

/** A link to a letter about a thing; `phone` goes with it where it's an email. */
export interface ProblemLink {
  readonly to: string;
  readonly phone?: string;
}

interface Problem {
  /** Who may see the thing; everyone in the account if there's none. */
  readonly role?: RoleName;
  /** The new-ticket form that the link opens. */
  readonly service: string;
  /** Undefined if the account has no such thing. Throws PortalApiError. */
  readonly write: (args: RouteArgs, portal: Portal, id: string) => Promise<Letter | undefined>;
}

const ACCOUNT_AND_BILLING = "account";
/** Without the offer to test the line first. */
const CALLS_AND_LINES = "technical/connect/calls-and-lines/details";

/** The things with a 'Something wrong?', by the name of their id in the new-ticket form's address. */
const problems = {
  invoice: {
    role: "Orders",
    service: ACCOUNT_AND_BILLING,
    async write(_args, { api }, invoiceNumber) {
      const invoice = await api.call(getInvoice, { query: { invoiceNumber } }, optionalCallOptions);
      const { dateIssued, total, accountNumber } = invoice;
      return letter(`Invoice ${invoiceNumber}`, dateIssued, [formatMoney(total)], accountNumber);
    },
  },
  quote: {
    role: "Quotes",
    service: ACCOUNT_AND_BILLING,
    async write(_args, { api, account }, quoteId) {
      const quote = await api.call(getQuote, { query: { quoteId } }, optionalCallOptions);
      return letter(`Quote ${quoteId}`, quote.quoteDateTime, [quote.valueLabel], account.name);
    },
  },
  subscription: {
    role: "Contracts",
    service: ACCOUNT_AND_BILLING,
    write: (args, portal, id) => writeOfLicence(portal, id),
  },
  /** Not a problem, but the same kind of letter: what a subscription costs next. */
  renewal: {
    role: "Contracts",
    service: ACCOUNT_AND_BILLING,
    write: (args, portal, id) => writeOfLicence(portal, id, "Please send us a price to renew it."),
  },
  return: {
    role: "Returns",
    service: ACCOUNT_AND_BILLING,
    async write(_args, { api, account }, id) {
      const found = (await api.call(listReturns, {}, optionalCallOptions)).find(({ rma }) => rma === id);
      if (!found) return undefined;
      const { prodDesc, qty, origDateRecvd, invNo } = found;
      const goods = [qty, prodDesc].filter(Boolean).join(" × ");
      const facts = [goods, dated("received", origDateRecvd), invNo && `invoice ${invNo}`];
      return letter(`Return ${id}`, "", facts, account.name);
    },
  },
  "direct-debit": {
    role: "Orders",
    service: ACCOUNT_AND_BILLING,
    // Without the bank's numbers (docs/domain.md, Direct debits).
    async write(_args, { api }, id) {
      const debit = await api.call(getDirectDebitToEdit, { params: { id } }, optionalCallOptions);
      const name = `Direct Debit ${trimmedText(debit.directDebitReference)}`.trim();
      return letter(name, "", [], trimmedText(debit.sageAccountNumber));
    },
  },
  /** Its id is a line check's, or {@link UNKNOWN_ID}; '' for the test that this session couldn't begin. */
  "line-test": {
    service: CALLS_AND_LINES,
    async write(_args, portal, id) {
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
} satisfies Record<string, Problem>;

export type ProblemKind = keyof typeof problems;

/** 'Invoice 410324 of 17/11/2026, £619.44, account HAR003.' and the beginning of what's wrong. */
function letter(
  name: string,
  issued: string,
  facts: readonly string[],
  account: string,
  request = "What's wrong:",
): Letter {
  const thing = [name, dated("of", issued)].filter(Boolean).join(" ");
  const known = [thing, ...facts, account && `account ${account}`].map((text) => text.trim());
  return { subject: name, details: `${known.filter(Boolean).join(", ")}.\n\n${request}` };
}

async function writeOfLicence({ api, account }: Portal, id: string, request?: string) {
  const licences = await api.call(listLicences, {}, optionalCallOptions);
  const licence = licences.find(({ licenseId }) => licenseId === id);
  if (!licence) return undefined;
  const { vendor, issueDate, expiryDate } = licence;
  const name = `${vendor} subscription ${id}`.trim();
  const written = letter(name, issueDate, [dated("expires", expiryDate)], account.name, request);
  return request === undefined ? written : { ...written, subject: `Renewal price for ${name}` };
}

/** 'of 17/11/2026'; '' for a date that isn't there or can't be read. */
const dated = (word: string, date: string) => {
  const day = formatDate(readable(date));
  return day === undefined ? "" : `${word} ${day}`;
};

/** Where 'Something wrong?' leads: a new ticket that names the thing, or for people who may not log one the same as an email. */
export async function somethingWrong(
  args: RouteArgs,
  portal: Portal,
  kind: ProblemKind,
  id: string,
): Promise<ProblemLink> {
  const { config } = args.context;
  const { service } = problems[kind];
  if (hasRole(portal.user, portal.account.clientId, "Support") && isOffered(config, service))
    return { to: paths.ticketNew(service, { [kind]: id }) };
  return emailLink(config, (await write(args, portal, kind, id)) ?? { subject: "", details: "" });
}

/** A letter as an email to the help desk. */
export function emailLink(
  { helpDeskEmail, helpDeskPhone }: LoadContext["config"],
  { subject, details }: Letter,
): ProblemLink {
  // A line break in a subject could begin another header.
  const oneLine = subject.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  const parts = Object.entries({ subject: oneLine, body: details }).filter(([, text]) => text !== "");
  const query = parts.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
  return { to: [`mailto:${helpDeskEmail}`, query].filter(Boolean).join("?"), phone: helpDeskPhone };
}

/** The letter about the thing whose id is in the address; undefined for none, or if it can't be read. */
export async function requestedLetter(args: RouteArgs, portal: Portal): Promise<Letter | undefined> {
  const query = new URL(args.request.url).searchParams;
  const kind = (Object.keys(problems) as ProblemKind[]).find((name) => query.has(name));
  return kind && write(args, portal, kind, query.get(kind) ?? "");
}

async function write(args: RouteArgs, portal: Portal, kind: ProblemKind, id: string) {
  const { role, write: load }: Problem = problems[kind];
  const maySee = role === undefined || hasRole(portal.user, portal.account.clientId, role);
  if (!maySee || id.length > textLength.id) return undefined;
  const written = await tolerate(load(args, portal, id), args);
  if (!written.ok || !written.value) return undefined;
  const { subject, details } = written.value;
  return { subject: cutText(subject, textLength.title), details: cutText(details, textLength.field) };
}

const isOffered = ({ ticketServicesOff }: LoadContext["config"], service: string) =>
  !ticketServicesOff.some((off) => service === off || service.startsWith(`${off}/`));
