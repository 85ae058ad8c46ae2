import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { folderFiles } from "#app/files/folder-files.server.ts";
import { defineList, rowInList, toListDefinition, toListRow } from "#app/grid/define-list.server.ts";
import { wasCompleted } from "#app/request/completed-actions.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { Fact } from "#app/ui/facts-card.tsx";
import { daysUntil, formatDateTime, formatDays, formatMoney, readable } from "#app/ui/format.ts";
import { phoneHref } from "#app/ui/phone-link.tsx";
import { rowBudget, sanitizeHtmlField } from "#shared/html.server.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { quoteFolder } from "#shared/portal-api/files.ts";
import {
  getQuote,
  quoteStatus,
  versions,
  type Quote,
  type QuoteItem,
  type Version,
} from "#shared/portal-api/quotes.ts";
import { addressLines } from "#shared/portal-api/shapes.ts";
import { isAbsentDate, parseMoment } from "#shared/time/moment.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";
import { acceptanceText, findAcceptance } from "./acceptances.server.ts";
import { quoteList } from "./quote-list.server.ts";
import { findVersion, versionTotals } from "./quote-versions.server.ts";

/** Loads the quote in the URL, and its row in the quote list. Throws PortalApiError, e.g. `notFound`. */
export async function loadQuote({ params, request }: RouteArgs, { api }: Pick<Portal, "api">) {
  const quote = await api.call(getQuote, { query: { quoteId: params["id"] ?? "" } });
  return { quote, listRow: rowInList(quoteList, quote, request.url) };
}

type Validity = Pick<Quote, "status" | "validThrough">;

export function isAcceptable({ status, validThrough }: Validity, now: Date): boolean {
  const end = parseMoment(validThrough);
  return status === quoteStatus.pending && end !== undefined && end > now;
}

/** An ordered quote is settled, but a declined one might still be wanted. */
export function hasExpired({ status, validThrough }: Validity, now: Date): boolean {
  const end = parseMoment(validThrough);
  const isOpen = status === quoteStatus.pending || status === quoteStatus.declined;
  return isOpen && end !== undefined && end <= now;
}

export const quoteFiles = folderFiles({
  role: "Quotes",
  folder: quoteFolder,
  page: paths.quote,
  file: paths.quoteFile,
  resolveId: async ({ api }, quoteId) => (await api.call(getQuote, { query: { quoteId } })).quoteId,
});

/** Loads the quote's page. Throws PortalApiError, but if only the files fail, their error is in `files`. */
export async function quoteView(args: RouteArgs, portal: Portal) {
  const { services, config } = args.context;
  const [{ quote, listRow }, files] = await Promise.all([
    loadQuote(args, portal),
    tolerate(quoteFiles.list(args, portal, args.params["id"] ?? ""), args),
  ]);
  const { acceptance, isAccepted } = await findAcceptance(args, portal, quote);
  const now = services.now();
  const allTotals = versionTotals(quote);
  const chosen = findVersion(quote, new URL(args.request.url).searchParams.get("version"));
  const isOneVersion = chosen !== undefined && allTotals.length > 1;
  const totals = isOneVersion ? [chosen] : allTotals;
  const items = isOneVersion ? quote.items.filter((item) => item[`v${chosen.version}`]) : quote.items;
  return {
    ...listRow,
    acceptance: acceptance && quote.status === quoteStatus.pending ? acceptanceText(acceptance) : undefined,
    isAccepted,
    isAcceptable: isAcceptable(quote, now) && !isAccepted,
    isDeclined: isAcceptable(quote, now) && (await wasCompleted(portal, "quote declined", quote.quoteId)),
    salesPhone: hasExpired(quote, now) ? config.salesPhone : undefined,
    versions: allTotals.length > 1 ? versionLinks(args.request.url, allTotals, chosen) : [],
    version: isOneVersion ? chosen?.label : undefined,
    acceptAt: paths.quoteAccept(quote.quoteId, isOneVersion ? String(chosen.version) : undefined),
    visibleTo: `Visible to everyone at ${portal.account.name} with the Quotes role.`,
    validity: validityText(quote, now),
    items: {
      list: itemListOfVersions(totals.map(({ version }) => version)),
      rows: await mapYielding(items.slice(0, maximum.lines), (item, index) =>
        toListRow(itemList, { ...item, index, shown: totals.map(({ version }) => version) }),
      ),
      total: items.length,
    },
    details: detailFacts(quote),
    totals: totals.map(({ label, total, split }): Fact => ({
      term: label,
      detail: split ? [total, split] : total,
    })),
    files,
    enquiry: await enquiryLink(args, portal, "quote", quote.quoteId),
  };
}

/** Links to the page with all versions, and to each version. */
function versionLinks(
  url: string,
  totals: readonly { version: Version; label: string }[],
  chosen: { version: Version } | undefined,
) {
  const { pathname, searchParams } = new URL(url);
  return [{ version: undefined, label: "All versions" }, ...totals].map(({ version, label }) => {
    const query = new URLSearchParams(searchParams);
    query.delete("version");
    if (version) query.set("version", String(version));
    const to = [pathname, query.toString()].filter(Boolean).join("?");
    return { label, to, isChosen: version === chosen?.version };
  });
}

export type QuoteView = Awaited<ReturnType<typeof quoteView>>;

/** 'Valid until 05/12/2026 10:15, in 14 days.' or 'Valid until 10:15 today (21/11/2026).'; '' for a quote without an end date. */
export function validityText({ validThrough }: Pick<Quote, "validThrough">, now: Date): string {
  const end = formatDateTime(readable(validThrough));
  if (!end) return isAbsentDate(validThrough) ? "" : "We can't read this quote's expiry date.";
  const [date, time] = end.split(" ");
  const days = formatDays(daysUntil(validThrough, now));
  return days === "today" || days === "tomorrow"
    ? `Valid until ${time} ${days} (${date}).`
    : `Valid until ${[end, days].filter(Boolean).join(", ")}.`;
}

function detailFacts({ clientName, contactName, address, preparedBy }: Quote): Fact[] {
  const { name = "", position = "", email = "", phone = "" } = preparedBy ?? {};
  const nonBlank = (...parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean);
  return [
    { term: "Prepared for", detail: nonBlank(contactName, clientName, ...addressLines(address)) },
    {
      term: "Prepared by",
      detail: [
        ...nonBlank(name, position),
        ...nonBlank(email).map((text) => ({ text, to: `mailto:${encodeURIComponent(text)}` })),
        ...nonBlank(phone).map((text) => ({ text, to: phoneHref(text) })),
      ],
    },
  ];
}

interface Line extends QuoteItem {
  readonly index: number;
  /** The versions that the page shows. */
  readonly shown: readonly Version[];
}

/** 'V1', for a line that isn't in every version on the page. */
function versionsOf(line: Line): string | undefined {
  const own = line.shown.filter((version) => line[`v${version}`]);
  return own.length < line.shown.length ? own.map((version) => `V${version}`).join(", ") : undefined;
}

const itemList = defineList({
  id: "items",
  path: paths.quotes(),
  noun: "lines",
  empty: "This quote has no lines.",
  columns: [
    {
      key: "description",
      label: "Description",
      html: true,
      text: ({ description }: Line) => sanitizeHtmlField(description, rowBudget()),
    },
    { key: "batch", label: "Batch Size", numeric: true, text: ({ batchSize }) => String(batchSize) },
    { key: "units", label: "Units", numeric: true, text: ({ units }) => String(units) },
    { key: "price", label: "Price", numeric: true, text: ({ price }) => formatMoney(price) },
    { key: "total", label: "Total", numeric: true, text: ({ total }) => formatMoney(total) },
    ...versions.map((version) => ({
      key: `v${version}` as const,
      label: `V${version}`,
      text: (item: Line) => (item[`v${version}`] ? "Yes" : ""),
    })),
  ],
  onPhone: { title: "description", value: "total", facts: [] },
  csv: false,
  defaultSort: "description",
  defaultSize: maximum.lines,
  keyOf: ({ index }) => String(index),
  rowData: (line) => ({ optional: line.optional, recurring: line.recurring, only: versionsOf(line) }),
});

/** The list with only these versions' columns. */
function itemListOfVersions(shownVersions: readonly Version[]) {
  const list = toListDefinition(itemList);
  const isHidden = (key: string) =>
    versions.some((version) => key === `v${version}` && !shownVersions.includes(version));
  return { ...list, columns: list.columns.filter(({ key }) => !isHidden(key)) };
}
