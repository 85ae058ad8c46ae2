import { once } from "node:events";
import { pipeline, Readable } from "node:stream";
import { stringify, type Options } from "csv-stringify";
import { stringify as stringifyAll } from "csv-stringify/sync";
import { attachment } from "#app/files/file-response.server.ts";
import { breather } from "#app/time/breathe.server.ts";

export type CsvValue = string | number | null | undefined;

interface CsvColumn<Row> {
  readonly label: string;
  /** Text, a number (money as it is, no sign, no thousands), or nothing. */
  readonly value: (row: Row) => CsvValue;
}

/** What spreadsheets would run as a formula, also behind blanks (full-width signs included). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%＝＋－＠]/u;
/** Signed figures, as phone numbers and debits are: nothing in them can run. */
const FIGURES = /^[+-]?\d[\d ]*(?:\.\d+)?$/;

/** For Excel: byte order mark, CRLF, quotes around what it would split (`;`) or trim. */
const format: Options = {
  bom: true,
  record_delimiter: "windows",
  quote_record_delimiter: true,
  quoted_match: /;|^\s|\s$/,
  // Not `escape_formulas`, which misses formulas behind blanks and marks phone numbers.
  cast: { string: harmless },
};

/** Rows as a CSV file (RFC 4180) in which no cell can run as a formula. */
export function csvFile(rows: readonly (readonly CsvValue[])[]): Buffer {
  return Buffer.from(stringifyAll([...rows], format));
}

/** Streams the rows as `<name>.csv`. Rejects when the first rows fail, so that the error gets its page; a later failure breaks it off. */
export async function csvResponse<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  /** Asked at the end for a line of its own, e.g. what is missing. */
  note?: () => string | undefined,
): Promise<Response> {
  const labels = columns.map(({ label }) => label);
  const oneByOne = { writableHighWaterMark: 1, readableHighWaterMark: 1 };
  const lines = stringify({ ...format, ...oneByOne, columns: labels, header: true });
  pipeline(cellsOf(columns, rows, note), lines, () => undefined);
  await once(lines, "readable");
  return new Response(Readable.toWeb(lines) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": attachment(`${name}.csv`),
      "Cache-Control": "no-store",
    },
  });
}

async function* cellsOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  note: () => string | undefined = () => undefined,
) {
  const breathe = breather();
  for await (const row of rows) {
    await breathe();
    yield columns.map(({ value }) => value(row));
  }
  const last = note();
  if (last !== undefined) yield columns.map((_, index) => (index === 0 ? last : ""));
}

function harmless(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]/gu, "");
  return FORMULA.test(plain) && !FIGURES.test(plain) ? `'${plain}` : plain;
}
