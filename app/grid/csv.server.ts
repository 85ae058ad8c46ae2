import { once } from "node:events";
import { pipeline } from "node:stream";
import { stringify, type Options } from "csv-stringify";
import { stringify as stringifyAll } from "csv-stringify/sync";
import { generatedFile } from "#app/files/file-response.server.ts";
import { toWebStream } from "#app/files/web-stream.server.ts";
import { yielder } from "#shared/time/yielding.server.ts";

export type CsvValue = string | number | null | undefined;

interface CsvColumn<Row> {
  readonly label: string;
  /** Numbers without currency signs and thousands separators. */
  readonly value: (row: Row) => CsvValue;
}

/** Text that a spreadsheet would run as a formula, even after spaces or with full-width signs. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%＝＋－＠]/u;
/** Phone numbers and amounts, which are harmless even with a sign in front. */
const SIGNED_NUMBER = /^[+-]?\d[\d ]*(?:\.\d+)?$/;
/** Phone and account numbers, which a spreadsheet would round, or whose leading zero or plus it would drop. Not amounts. */
const NUMBER_KEPT_AS_TEXT = /^(?:[+0]\d+|\d{16,})$/;
/** A sort code that a spreadsheet would turn into a date. */
const SORT_CODE = /^(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-\d\d$/;

/** For Excel: a byte order mark, CRLF, and quotes around text that it would otherwise split at `;` or trim. */
const csvOptions: Options = {
  bom: true,
  record_delimiter: "windows",
  quote_record_delimiter: true,
  quoted_match: /;|^\s|\s$/,
  // The library's `escape_formulas` misses formulas after spaces and changes phone numbers.
  cast: { string: cellOf },
};

/** A CSV file (RFC 4180) without any cell that could run as a formula. */
export function csvFile(rows: readonly (readonly CsvValue[])[]): Buffer {
  return Buffer.from(stringifyAll([...rows], csvOptions));
}

/** Streams the rows as `<name>.csv`. Rejects if the first rows fail, so that there's an error page. A later failure aborts the download. */
export async function csvResponse<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  /** Called after the last row; its text becomes the last line. */
  note?: () => string | undefined,
): Promise<Response> {
  const labels = columns.map(({ label }) => label);
  // Small buffers, so that rows are only loaded as fast as the client reads them.
  const rowByRow = { writableHighWaterMark: 1, readableHighWaterMark: 1 };
  const lines = stringify({ ...csvOptions, ...rowByRow, columns: labels, header: true });
  pipeline(csvRows(columns, rows, note), lines, () => undefined);
  await once(lines, "readable");
  return generatedFile(toWebStream(lines), `${name}.csv`, "text/csv; charset=utf-8");
}

async function* csvRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  note: () => string | undefined = () => undefined,
) {
  const yieldIfDue = yielder();
  for await (const row of rows) {
    await yieldIfDue();
    yield columns.map(({ value }) => value(row));
  }
  const text = note();
  if (text !== undefined) yield columns.map((_, index) => (index === 0 ? text : ""));
}

/** Text that a spreadsheet won't run or change. A space keeps a number as text, as in GOV.UK Forms. */
function cellOf(text: string): string {
  const printable = text.replace(/[^\P{Cc}\t\r\n]/gu, "").replace(/^−(?=£)/, "-");
  // The space goes after a dialling code, or after any other number's first zero.
  if (NUMBER_KEPT_AS_TEXT.test(printable)) return printable.replace(/^(\d{5}|\+44|\+\d|0)(?=\d)/, "$1 ");
  if (SORT_CODE.test(printable)) return printable.replaceAll("-", " ");
  return FORMULA.test(printable) && !SIGNED_NUMBER.test(printable) ? `'${printable}` : printable;
}
