import { csvLinesOf } from "#app/files/csv-lines.server.ts";
import { callsFile } from "#shared/limits.ts";
import { parseCall, parseHeadings, type Call, type CallColumns } from "./call-columns.server.ts";

type Total = ReturnType<typeof emptyTotal>;
type Totals = Map<string, Total>;

export class CallTotals {
  /** Undefined if we found no line of headings. */
  columns: CallColumns | undefined;
  /** Why we stopped reading; undefined if we got to the end. */
  cutReason: "too large" | "too slow" | "broken off" | undefined;
  unreadableRows = 0;
  readonly total: Total = emptyTotal();
  readonly byNumber: Totals = new Map();
  readonly byKind: Totals = new Map();
  readonly byHour: readonly Total[] = Array.from({ length: 24 }, emptyTotal);
  /** Most expensive first. */
  readonly mostExpensive: Call[] = [];
  readonly matchTotal: Total = emptyTotal();
  /** The first calls that have the searched number. */
  readonly matches: Call[] = [];

  /** Each number's first spelling, by its meaning and its other spellings. */
  private readonly spellings = new Map<string, string>();
  /** The digits to search for; '' for none. */
  private readonly searchedDigits: string;

  constructor(searchedDigits: string) {
    this.searchedDigits = searchedDigits;
  }

  add(call: Call): void {
    addTo(this.total, call);
    addTo(totalFor(this.byNumber, this.spellingOf(call.from), callsFile.numbers), call);
    if (call.kind !== undefined) addTo(totalFor(this.byKind, call.kind, callsFile.kinds), call);
    const hour = call.hour === undefined ? undefined : this.byHour[call.hour];
    if (hour) addTo(hour, call);
    this.addToMostExpensive(call);
    if (this.searchedDigits === "" || !isFromOrTo(call, this.searchedDigits)) return;
    addTo(this.matchTotal, call);
    if (this.matches.length < callsFile.found) this.matches.push(copyCall(call));
  }

  private spellingOf(number: string): string {
    const known = this.spellings.get(number);
    if (known !== undefined) return known;
    const meaning = copyText(meaningOf(number));
    const spelling = this.spellings.get(meaning) ?? copyText(number);
    if (this.spellings.size < 2 * callsFile.numbers)
      this.spellings.set(meaning, spelling).set(copyText(number), spelling);
    return spelling;
  }

  private addToMostExpensive(call: Call): void {
    const { mostExpensive } = this;
    const index = mostExpensive.findLastIndex(({ microPounds }) => microPounds >= call.microPounds) + 1;
    if (index < callsFile.mostExpensive) mostExpensive.splice(index, 0, copyCall(call));
    mostExpensive.length = Math.min(mostExpensive.length, callsFile.mostExpensive);
  }
}

/** Groups the numbers or kinds beyond the limit. It can't clash, because we remove NULs from the file. */
export const OTHERS = "\u0000others";

const emptyTotal = () => ({ calls: 0, seconds: 0, microPounds: 0 });

function addTo(total: Total, { seconds = 0, microPounds }: Call): void {
  total.calls += 1;
  total.seconds += seconds;
  total.microPounds += microPounds;
}

function totalFor(totals: Totals, name: string, limit: number): Total {
  const shortName = name.slice(0, callsFile.cellChars);
  const key = totals.has(shortName) || totals.size < limit ? shortName : OTHERS;
  let total = totals.get(key);
  if (!total) totals.set(copyText(key), (total = emptyTotal()));
  return total;
}

/** Copied, because a substring would keep the file's whole chunk in memory. */
const copyText = (text: string) => Buffer.from(text.slice(0, callsFile.cellChars)).toString();
const copyCall = ({ from, to, kind, start, ...rest }: Call): Call => ({
  ...rest,
  from: copyText(from),
  to: to && copyText(to),
  kind: kind && copyText(kind),
  start: start && copyText(start),
});

const isFromOrTo = ({ from, to = "" }: Call, searchedDigits: string) =>
  digitsOf(from).includes(searchedDigits) || digitsOf(to).includes(searchedDigits);

/** Gives '+44 (0)1947 600123', '0044 1947 600123', '441947600123' and '01947 600123' the same digits. */
export const digitsOf = (text: string) =>
  text
    .slice(0, callsFile.cellChars)
    .normalize("NFKC")
    .replace(/\(0\)|\D/g, (sign) => (sign === "+" ? "00" : ""))
    .replace(/^(?:00440?|440?(?=\d{9,10}$))/, "0")
    // A spreadsheet may drop the leading nought.
    .replace(/^(?=[1-35789]\d{9}$)/, "0");

/** The same for every spelling of a number. Anything that isn't one, such as 'Withheld' or 'Ext 201', stands for itself. */
const meaningOf = (text: string) =>
  /\p{L}/u.test(text) || !/\p{Nd}/u.test(text) ? text.toLowerCase() : digitsOf(text);

/** Reads a file of calls to its end or up to the limits in `callsFile`. Never throws: if the file is cut short, returns the totals so far. */
export async function addUpCalls(
  chunks: AsyncIterable<Uint8Array>,
  searchedDigits: string,
): Promise<CallTotals> {
  const totals = new CallTotals(searchedDigits);
  const deadline = performance.now() + callsFile.ms;
  let rows = 0;
  try {
    for await (const lines of csvLinesOf(limitBytes(callsFile.bytes, chunks, totals), callsFile.lineChars)) {
      for (const line of lines) {
        if (line === "") continue;
        rows += 1;
        readRow(totals, line, rows);
      }
      if (!totals.columns && rows >= callsFile.headLines) break;
      if (rows > callsFile.rows) totals.cutReason = "too large";
      else if (performance.now() > deadline) totals.cutReason = "too slow";
      if (totals.cutReason) break;
    }
  } catch {
    totals.cutReason ??= performance.now() > deadline ? "too slow" : "broken off";
  }
  return totals;
}

function readRow(totals: CallTotals, line: string | undefined, rowNumber: number): void {
  // Some files have a title above the headings.
  if (!totals.columns && rowNumber <= callsFile.headLines) {
    totals.columns = line === undefined ? undefined : parseHeadings(line);
    return;
  }
  const call = line === undefined || !totals.columns ? undefined : parseCall(line, totals.columns);
  if (call) totals.add(call);
  else totals.unreadableRows += 1;
}

async function* limitBytes(
  limit: number,
  chunks: AsyncIterable<Uint8Array>,
  totals: CallTotals,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) {
      totals.cutReason = "too large";
      // The last line is incomplete, so we don't count it.
      throw new Error("the file is too large");
    }
    yield chunk;
  }
}
