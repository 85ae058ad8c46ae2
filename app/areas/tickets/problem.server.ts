import { faultDescription, findCheck } from "#app/areas/line-faults/check.server.ts";
import {
  begunTestState,
  failedTestState,
  UNKNOWN_ID,
} from "#app/areas/line-faults/line-test-state.server.ts";
import { optionalCallOptions as optional, tolerate } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatMoney, readable } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import { textLength } from "#shared/limits.ts";
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
  /** The service of the new-ticket form that the link opens. Default: Account & Billing. */
  readonly service?: string;
  /** Undefined if the account has no such thing. Throws PortalApiError. */
  readonly write: (portal: Portal, id: string) => Promise<Letter | undefined>;
}

/** The things with a 'Something wrong?', by the name of their id in the new-ticket form's address. */
const problems = {
  invoice: {
    role: "Orders",
    async write({ api }, invoiceNumber) {
      const invoice = await api.call(getInvoice, { query: { invoiceNumber } }, optional);
      const { dateIssued, total, accountNumber } = invoice;
      const facts = [dated("dated", dateIssued), `for ${formatMoney(total)}`, accountNumber];
      return letter(`Invoice ${invoiceNumber}`, facts);
    },
  },
  quote: {
    role: "Quotes",
    async write({ api, account }, quoteId) {
      const { quoteDateTime, valueLabel } = await api.call(getQuote, { query: { quoteId } }, optional);
      return letter(`Quote ${quoteId}`, [dated("dated", quoteDateTime), valueLabel, account.name]);
    },
  },
  subscription: { role: "Contracts", write: (portal, id) => aboutLicence(portal, id) },
  /** Not a problem, but the same kind of letter: what a subscription costs next. */
  renewal: {
    role: "Contracts",
    async write(portal, id) {
      const asked = await aboutLicence(portal, id, "Could you send us a price to renew it, please?");
      return asked && { ...asked, subject: `Renewal price for ${asked.subject}` };
    },
  },
  return: {
    role: "Returns",
    async write({ api, account }, id) {
      const found = (await api.call(listReturns, {}, optional)).find(({ rma }) => rma === id);
      if (!found) return undefined;
      const { prodDesc, qty, origDateRecvd, invNo } = found;
      const goods = [qty, prodDesc].filter(Boolean).join(" × ");
      const bought = invNo && `bought on invoice ${invNo}`;
      return letter(`Return ${id}`, [goods, dated("received", origDateRecvd), bought, account.name]);
    },
  },
  "direct-debit": {
    role: "Orders",
    // Without the bank's numbers (docs/domain.md, Direct debits).
    async write({ api }, id) {
      const debit = await api.call(getDirectDebitToEdit, { params: { id } }, optional);
      const name = `Direct Debit ${trimmedText(debit.directDebitReference)}`.trim();
      return letter(name, [trimmedText(debit.sageAccountNumber)]);
    },
  },
  /** Its id is a line check's, or {@link UNKNOWN_ID}; '' for the test that this session couldn't begin. */
  "line-test": {
    service: "technical/connect/calls-and-lines",
    async write(portal, id) {
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
} satisfies Record<string, Problem>;

export type ProblemKind = keyof typeof problems;

/** 'Invoice 410324, dated 17/11/2026, for £619.44, account HAR003.', then what follows; `facts` end with the account. */
function letter(name: string, facts: readonly string[], request = "What's wrong:"): Letter {
  const account = facts.at(-1);
  const known = [name, ...facts.slice(0, -1), account && `account ${account}`].map((text) => text?.trim());
  return { subject: name, details: `${known.filter(Boolean).join(", ")}.\n\n${request}` };
}

async function aboutLicence({ api, account }: Portal, id: string, request?: string) {
  const licence = (await api.call(listLicences, {}, optional)).find(({ licenseId }) => licenseId === id);
  if (!licence) return undefined;
  const { vendor, issueDate, expiryDate } = licence;
  const facts = [dated("issued", issueDate), dated("expires", expiryDate), account.name];
  return letter(`${vendor} subscription ${id}`.trim(), facts, request);
}

/** 'dated 17/11/2026'; '' for a date that isn't there or can't be read. */
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
  const { service = "account" }: Problem = problems[kind];
  const form = formUrlOf(args.context, service, { [kind]: id });
  if (form && hasRole(portal.user, portal.account.clientId, "Support")) return { to: form };
  return emailLink(
    args.context.config,
    (await write(args, portal, kind, id)) ?? { subject: "", details: "" },
  );
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
  const written = await tolerate(load(portal, id), args);
  if (!written.ok || !written.value) return undefined;
  const { subject, details } = written.value;
  return { subject: cutText(subject, textLength.title), details: cutText(details, textLength.field) };
}
