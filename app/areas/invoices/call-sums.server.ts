import { csvLinesOf } from "#app/files/csv-lines.server.ts";
import { callsFile } from "#shared/limits.ts";
import { parseCall, parseHeadings, type Call, type CallColumns } from "./call-columns.server.ts";

interface Sum {
  calls: number;
  seconds: number;
  microPounds: number;
}
type Sums = Map<string, Sum>;

export class CallSums {
  /** Undefined if we found no line of headings. */
  columns: CallColumns | undefined;
  /** Why we stopped reading; undefined if we got to the end. */
  cutReason: "too large" | "too slow" | "broken off" | undefined;
  unreadableRows = 0;
  readonly total: Sum = emptySum();
  readonly byNumber: Sums = new Map();
  readonly byKind: Sums = new Map();
  readonly byHour: readonly Sum[] = Array.from({ length: 24 }, emptySum);
  /** Most expensive first. */
  readonly mostExpensive: Call[] = [];
  readonly matchTotal: Sum = emptySum();
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
    addTo(sumFor(this.byNumber, this.spellingOf(call.from), callsFile.numbers), call);
    if (call.kind !== undefined) addTo(sumFor(this.byKind, call.kind, callsFile.kinds), call);
    const hour = call.hour === undefined ? undefined : this.byHour[call.hour];
    if (hour) addTo(hour, call);
    this.addToDearest(call);
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

  private addToDearest(call: Call): void {
    const { mostExpensive } = this;
    const cheapest = mostExpensive.at(-1);
    if (
      mostExpensive.length === callsFile.mostExpensive &&
      cheapest &&
      cheapest.microPounds >= call.microPounds
    )
      return;
    const index = mostExpensive.findIndex(({ microPounds }) => microPounds < call.microPounds);
    mostExpensive.splice(index < 0 ? mostExpensive.length : index, 0, copyCall(call));
    mostExpensive.length = Math.min(mostExpensive.length, callsFile.mostExpensive);
  }
}

/** Groups the numbers or kinds beyond the limit. It can't clash, because we remove NULs from the file. */
export const OTHERS = "\u0000others";

const emptySum = (): Sum => ({ calls: 0, seconds: 0, microPounds: 0 });

function addTo(sum: Sum, { seconds = 0, microPounds }: Call): void {
  sum.calls += 1;
  sum.seconds += seconds;
  sum.microPounds += microPounds;
}

function sumFor(sums: Sums, name: string, limit: number): Sum {
  const shortName = name.slice(0, callsFile.cellChars);
  const key = sums.has(shortName) || sums.size < limit ? shortName : OTHERS;
  let sum = sums.get(key);
  if (!sum) sums.set(copyText(key), (sum = emptySum()));
  return sum;
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

/** Reads a file of calls to its end or up to the limits in `callsFile`. Never throws: if the file breaks off, returns the sums so far. */
export async function sumCalls(chunks: AsyncIterable<Uint8Array>, searchedDigits: string): Promise<CallSums> {
  const sums = new CallSums(searchedDigits);
  const deadline = performance.now() + callsFile.ms;
  let rows = 0;
  try {
    for await (const lines of csvLinesOf(limitBytes(callsFile.bytes, chunks, sums), callsFile.lineChars)) {
      for (const line of lines) {
        if (line === "") continue;
        rows += 1;
        readRow(sums, line, rows);
      }
      if (!sums.columns && rows >= callsFile.headLines) break;
      if (rows > callsFile.rows) sums.cutReason = "too large";
      else if (performance.now() > deadline) sums.cutReason = "too slow";
      if (sums.cutReason) break;
    }
  } catch {
    sums.cutReason ??= performance.now() > deadline ? "too slow" : "broken off";
  }
  return sums;
}

function readRow(sums: CallSums, line: string | undefined, rowNumber: number): void {
  // Some files have a title above the headings.
  if (!sums.columns && rowNumber <= callsFile.headLines) {
    sums.columns = line === undefined ? undefined : parseHeadings(line);
    return;
  }
  const call = line === undefined || !sums.columns ? undefined : parseCall(line, sums.columns);
  if (call) sums.add(call);
  else sums.unreadableRows += 1;
}

async function* limitBytes(
  limit: number,
  chunks: AsyncIterable<Uint8Array>,
  sums: CallSums,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) {
      sums.cutReason = "too large";
      // The last line is incomplete, so we don't count it.
      throw new Error("the file is too large");
    }
    yield chunk;
  }
}
