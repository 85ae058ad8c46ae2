import { tolerate } from "#app/errors/tolerate.ts";
import { beginFile } from "#app/files/file-response.server.ts";
import { callsFile, textLength } from "#app/limits.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { downloadInvoiceFile, invoiceFileKinds, invoiceFileParamsOf } from "#app/portal-api/files.ts";
import { getInvoice, type Invoice } from "#app/portal-api/invoices.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatDateTime, formatMoney } from "#app/ui/format.ts";
import { startOf, type Call } from "./call-columns.server.ts";
import { digitsOf, OTHERS, sumCalls, type CallSums } from "./call-sums.server.ts";

/** The sums of an invoice's calls. Throws PortalApiError, but not for a failure to read the file. */
export async function callsView(args: RouteArgs, portal: Portal, number: string) {
  const invoice = await portal.api.call(getInvoice, { query: { invoiceNumber: number } });
  const searchText = (new URL(args.request.url).searchParams.get("number") ?? "").slice(
    0,
    callsFile.cellChars,
  );
  const sums = await tolerate(readCalls(args, portal, invoice, digitsOf(searchText)), args);
  return {
    number,
    issued: formatDate(invoice.dateIssued),
    searchText: searchText.trim(),
    calls: sums.ok ? { ok: true as const, value: sums.value && summarise(sums.value, searchText) } : sums,
  };
}

export type CallsView = Awaited<ReturnType<typeof callsView>>;

/** Undefined if the invoice has no file of calls. Throws PortalApiError if it can't be opened. */
async function readCalls(
  { context, request }: RouteArgs,
  portal: Portal,
  invoice: Invoice,
  searchedDigits: string,
): Promise<CallSums | undefined> {
  const params = invoiceFileParamsOf(invoice, "calls");
  if (!params) return undefined;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(callsFile.ms)]);
  try {
    const opened = await filesOf(context, portal).open(downloadInvoiceFile, params, signal);
    const { chunks } = await beginFile(opened, invoiceFileKinds.calls, downloadInvoiceFile);
    return await sumCalls(chunks, searchedDigits);
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** How many numbers are shown; the calls of any other can be searched. */
const MAX_NUMBERS = 50;

type Sum = CallSums["all"];

function summarise(sums: CallSums, searchText: string) {
  const { all, columns, odd, cut } = sums;
  const numbers = ranked(sums.numbers);
  return {
    isKnown: columns !== undefined,
    odd,
    cut: cut && WHY_CUT[cut],
    missing: missingOf(sums),
    figures: [
      { term: "Calls", detail: count(all.calls) },
      ...(columns?.at.length === undefined ? [] : [{ term: "Time", detail: duration(all.seconds) }]),
      { term: "Cost", detail: money(all) },
    ],
    numbers: numbers.slice(0, MAX_NUMBERS),
    moreNumbers: Math.max(0, numbers.length - MAX_NUMBERS),
    kinds: ranked(sums.kinds),
    hours: sums.hours
      .map((sum, hour) => rowOf(`${twoDigits(hour)}:00 to ${twoDigits(hour)}:59`, sum))
      .filter((_, hour) => sums.hours[hour]?.calls),
    dearest: sums.dearest.map(callRow),
    found:
      digitsOf(searchText) === ""
        ? undefined
        : { ...rowOf(searchText, sums.found), rows: sums.foundCalls.map(callRow) },
  };
}

const WHY_CUT = {
  "too large": "This file is larger than we read here.",
  "too slow": "This file took too long to read.",
  "broken off": "This file could not be read to its end.",
} as const;

/** Names in words the columns that the file lacks. */
function missingOf({ columns }: CallSums): string[] {
  if (!columns) return [];
  const { at } = columns;
  return [
    ...(at.to === undefined ? ["who was called"] : []),
    ...(at.kind === undefined ? ["the kind of a call"] : []),
    ...((at.start ?? at.time) === undefined ? ["when a call was made"] : []),
    ...(at.length === undefined ? ["how long a call was"] : []),
  ];
}

const ranked = (sums: ReadonlyMap<string, Sum>) =>
  [...sums]
    .sort(([, one], [, other]) => other.micros - one.micros)
    .map(([name, sum]) => rowOf(name === OTHERS ? "All others" : name || "Not told", sum));

const rowOf = (name: string, sum: Sum) => ({
  name,
  calls: count(sum.calls),
  time: duration(sum.seconds),
  cost: money(sum),
});

const callRow = ({ from, to = "", kind = "", seconds, micros, start = "" }: Call, index: number) => {
  const iso = startOf(start.slice(0, textLength.date));
  return {
    key: String(index),
    when: formatDateTime(iso) ?? start,
    from,
    to,
    kind,
    time: seconds === undefined ? "" : duration(seconds),
    cost: money({ micros }),
  };
};

const count = (value: number) => value.toLocaleString("en-GB");
const money = ({ micros }: Pick<Sum, "micros">) => formatMoney(micros / 1_000_000);
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Seconds → '4:07', '1:04:07'. */
function duration(all: number): string {
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0
    ? `${count(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`
    : `${minutes}:${twoDigits(seconds)}`;
}
