/** One column of an export. */
export interface CsvColumn<Row> {
  readonly label: string;
  /** Text, a number (money as it is, no sign, no thousands), or nothing. */
  readonly value: (row: Row) => string | number | null | undefined;
}

/** What spreadsheets would run as a formula, also behind blanks (full-width signs included). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%＝＋－＠]/u;
/** Signed figures, as phone numbers and debits are: nothing in them can run. */
const FIGURES = /^[+-]?\d[\d ]*(?:\.\d+)?$/;
/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A list as a CSV file (RFC 4180), sent row by row as the rows arrive: nothing is held whole. No cell can run as a
 * formula. Rejects when the first rows can't be had, so that the error gets its page; a later failure breaks the
 * download off. `name` becomes `<name>.csv`.
 */
export async function csvResponse<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): Promise<Response> {
  const lines = toLines(columns, rows);
  const first = await lines.next();
  const encoder = new TextEncoder();
  const head = BYTE_ORDER_MARK + toLine(columns.map(({ label }) => label));
  let pending: string | undefined = head + (first.done ? "" : first.value);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = pending ?? (await lines.next()).value;
      pending = undefined;
      if (chunk) controller.enqueue(encoder.encode(chunk));
      else controller.close();
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A cell as a CSV field: safe from formulas, quoted where it must be. */
export function csvField(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  const isFormula = typeof value === "string" && FORMULA.test(text) && !FIGURES.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* toLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string, undefined> {
  for await (const row of rows) yield toLine(columns.map(({ value }) => value(row)));
}

function toLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}
