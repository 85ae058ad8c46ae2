import { tolerate } from "#app/errors/tolerate.ts";
import { beginFile } from "#app/files/file-response.server.ts";
import { clean } from "#app/forms/cleaning.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatDateTime, formatMoney, readable } from "#app/ui/format.ts";
import { callsFile, textLength } from "#shared/limits.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { downloadInvoiceFile, invoiceFileKinds, invoiceFileParamsOf } from "#shared/portal-api/files.ts";
import { getInvoice, type Invoice } from "#shared/portal-api/invoices.ts";
import { parseStart, type Call } from "./call-columns.server.ts";
import { addUpCalls, digitsOf, OTHERS, type CallTotals } from "./call-totals.server.ts";

/** Adds up an invoice's calls. Throws PortalApiError, but not if the file can't be read. */
export async function callsView(args: RouteArgs, portal: Portal, number: string) {
  const invoice = await portal.api.call(getInvoice, { query: { invoiceNumber: number } });
  const searchText = clean.line(new URL(args.request.url).searchParams.get("number") ?? "");
  return {
    number,
    issued: formatDate(readable(invoice.dateIssued)),
    searchText,
    calls: await tolerate(readCalls(args, portal, invoice, searchText), args),
  };
}

export type CallsView = Awaited<ReturnType<typeof callsView>>;
export type CallsSummary = ReturnType<typeof summarise>;

/** Adds up the file of calls; undefined if the invoice has none. Throws PortalApiError if it can't be opened. */
async function readCalls(
  { context, request }: RouteArgs,
  portal: Portal,
  invoice: Invoice,
  searchText: string,
) {
  const params = invoiceFileParamsOf(invoice, "calls");
  if (!params) return undefined;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(callsFile.ms)]);
  try {
    const opened = await filesOf(context, portal).open(downloadInvoiceFile, params, signal);
    const { chunks } = await beginFile(opened, invoiceFileKinds.calls, downloadInvoiceFile);
    return summarise(await addUpCalls(chunks, digitsOf(searchText)), searchText);
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** How many numbers we show. You can search for any other number's calls. */
const MAX_NUMBERS = 50;

type Total = CallTotals["total"];

function summarise(totals: CallTotals, searchText: string) {
  const { total, columns, unreadableRows, cutReason } = totals;
  const numbers = mostExpensiveFirst(totals.byNumber);
  return {
    hasKnownColumns: columns !== undefined,
    unreadableRows,
    cutText: cutReason && CUT_TEXTS[cutReason],
    missingColumns: describeMissingColumns(totals),
    figures: [
      { term: "Calls", detail: formatCount(total.calls) },
      ...(columns?.columnIndexes.duration === undefined
        ? []
        : [{ term: "Time", detail: formatDuration(total.seconds) }]),
      { term: "Cost", detail: formatCost(total) },
    ],
    numbers: numbers.slice(0, MAX_NUMBERS),
    moreNumbers: Math.max(0, numbers.length - MAX_NUMBERS),
    kinds: mostExpensiveFirst(totals.byKind),
    hours: totals.byHour
      .map((total, hour) => rowOf(`${twoDigits(hour)}:00 to ${twoDigits(hour)}:59`, total))
      .filter((_, hour) => totals.byHour[hour]?.calls),
    mostExpensive: totals.mostExpensive.map(callRow),
    searchResult:
      digitsOf(searchText) === ""
        ? undefined
        : { ...rowOf(searchText, totals.matchTotal), rows: totals.matches.map(callRow) },
  };
}

const CUT_TEXTS = {
  "too large": "This file is too large to show here in full.",
  "too slow": "This file was taking too long to read.",
  "broken off": "We couldn't load all of this file.",
} as const;

/** What we can't tell because the file has no column for it, e.g. 'who was called'. */
function describeMissingColumns({ columns }: CallTotals): string[] {
  if (!columns) return [];
  const { to, kind, start, time, duration } = columns.columnIndexes;
  return [
    to === undefined && "who was called",
    kind === undefined && "what type of call it was",
    (start ?? time) === undefined && "when each call was made",
    duration === undefined && "how long each call lasted",
  ].filter((text) => text !== false);
}

const mostExpensiveFirst = (totals: ReadonlyMap<string, Total>) =>
  [...totals]
    .sort(([, a], [, b]) => b.microPounds - a.microPounds)
    .map(([name, total]) => rowOf(name === OTHERS ? "All others" : name || "Not given", total));

const rowOf = (name: string, total: Total) => ({
  name,
  calls: formatCount(total.calls),
  time: formatDuration(total.seconds),
  cost: formatCost(total),
});

const callRow = ({ from, to = "", kind = "", seconds, microPounds, start = "" }: Call, index: number) => {
  const iso = parseStart(start.slice(0, textLength.date));
  return {
    key: String(index),
    when: formatDateTime(readable(iso)) ?? start,
    from,
    to,
    kind,
    time: seconds === undefined ? "" : formatDuration(seconds),
    cost: formatCost({ microPounds }),
  };
};

const formatCount = (value: number) => value.toLocaleString("en-GB");
const formatCost = ({ microPounds }: Pick<Total, "microPounds">) => formatMoney(microPounds / 1_000_000);
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Seconds → '4:07', '1:04:07'. */
function formatDuration(total: number): string {
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return hours > 0
    ? `${formatCount(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`
    : `${minutes}:${twoDigits(seconds)}`;
}
