import { linesOf } from "#app/files/csv-lines.server.ts";
import { callsFile } from "#app/limits.ts";
import { callOf, columnsOf, type Call, type CallColumns } from "./call-columns.server.ts";

interface Sum {
  calls: number;
  seconds: number;
  micros: number;
}
type Sums = Map<string, Sum>;

/** The sums of a file of calls. */
export class CallSums {
  /** Undefined if the file has no headings that the portal knows. */
  columns: CallColumns | undefined;
  /** Why the sums cover only a part of the file. */
  cut: "too large" | "too slow" | "broken off" | undefined;
  odd = 0;
  readonly all: Sum = nothing();
  readonly numbers: Sums = new Map();
  readonly kinds: Sums = new Map();
  readonly hours: readonly Sum[] = Array.from({ length: 24 }, nothing);
  /** The most expensive calls first. */
  readonly dearest: Call[] = [];
  readonly found: Sum = nothing();
  /** The first calls with the number that was searched for. */
  readonly foundCalls: Call[] = [];

  /** The digits of a number to search for, '' for none. */
  private readonly searchedDigits: string;

  constructor(searchedDigits: string) {
    this.searchedDigits = searchedDigits;
  }

  add(call: Call): void {
    addTo(this.all, call);
    addTo(sumOf(this.numbers, call.from, callsFile.numbers), call);
    if (call.kind !== undefined) addTo(sumOf(this.kinds, call.kind, callsFile.kinds), call);
    const hour = call.hour === undefined ? undefined : this.hours[call.hour];
    if (hour) addTo(hour, call);
    this.rank(call);
    if (this.searchedDigits === "" || !isOf(call, this.searchedDigits)) return;
    addTo(this.found, call);
    if (this.foundCalls.length < callsFile.found) this.foundCalls.push(ownCopy(call));
  }

  private rank(call: Call): void {
    const { dearest } = this;
    const least = dearest.at(-1);
    if (dearest.length === callsFile.dearest && least && least.micros >= call.micros) return;
    const index = dearest.findIndex(({ micros }) => micros < call.micros);
    dearest.splice(index < 0 ? dearest.length : index, 0, ownCopy(call));
    dearest.length = Math.min(dearest.length, callsFile.dearest);
  }
}

/** The group of everything beyond the limit. No number or kind of call can have this name. */
export const OTHERS = "\u0000others";

const nothing = (): Sum => ({ calls: 0, seconds: 0, micros: 0 });

function addTo(sum: Sum, { seconds = 0, micros }: Call): void {
  sum.calls += 1;
  sum.seconds += seconds;
  sum.micros += micros;
}

function sumOf(sums: Sums, name: string, most: number): Sum {
  const short = name.slice(0, callsFile.cellChars);
  const key = sums.has(short) || sums.size < most ? short : OTHERS;
  let sum = sums.get(key);
  if (!sum) sums.set(own(key), (sum = nothing()));
  return sum;
}

/** Copied, because a substring would keep the whole chunk of the file in memory. */
const own = (text: string) => Buffer.from(text.slice(0, callsFile.cellChars)).toString();
const ownCopy = ({ from, to, kind, start, ...rest }: Call): Call => ({
  ...rest,
  from: own(from),
  to: to && own(to),
  kind: kind && own(kind),
  start: start && own(start),
});

const isOf = ({ from, to = "" }: Call, searchedDigits: string) =>
  digitsOf(from).includes(searchedDigits) || digitsOf(to).includes(searchedDigits);

/** Gives '+44 (0)1947 600123', '0044 1947 600123' and '01947 600123' the same digits. */
export const digitsOf = (text: string) =>
  text
    .slice(0, callsFile.cellChars)
    .replace(/\(0\)|\D/g, (sign) => (sign === "+" ? "00" : ""))
    .replace(/^0044/, "0");

/**
 * Reads a file of calls to its end or to the limits in `callsFile`. `wanted` are the digits of a number to search
 * for, '' for none. If the file breaks off, returns the sums of what arrived; never throws.
 */
export async function sumCalls(chunks: AsyncIterable<Uint8Array>, searchedDigits: string): Promise<CallSums> {
  const sums = new CallSums(searchedDigits);
  const deadline = performance.now() + callsFile.ms;
  let rows = 0;
  try {
    for await (const lines of linesOf(upTo(callsFile.bytes, chunks, sums), callsFile.lineChars)) {
      for (const line of lines) {
        if (line === "") continue;
        rows += 1;
        readRow(sums, line, rows);
      }
      if (!sums.columns && rows >= callsFile.headLines) break;
      if (rows > callsFile.rows) sums.cut = "too large";
      else if (performance.now() > deadline) sums.cut = "too slow";
      if (sums.cut) break;
    }
  } catch {
    sums.cut ??= performance.now() > deadline ? "too slow" : "broken off";
  }
  return sums;
}

function readRow(sums: CallSums, line: string | undefined, row: number): void {
  // Some files begin with a title before the headings.
  if (!sums.columns && row <= callsFile.headLines) {
    sums.columns = line === undefined ? undefined : columnsOf(line);
    return;
  }
  const call = line === undefined || !sums.columns ? undefined : callOf(line, sums.columns);
  if (call) sums.add(call);
  else sums.odd += 1;
}

async function* upTo(
  most: number,
  chunks: AsyncIterable<Uint8Array>,
  sums: CallSums,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) {
      sums.cut = "too large";
      // The last line is incomplete, so it is not counted.
      throw new Error("the file is too large");
    }
    yield chunk;
  }
}
