import { KB } from "#shared/limits.ts";
import { yielder } from "#shared/time/yielding.server.ts";

/** A large chunk is decoded in slices of this size, so that other requests can run in between. */
const SLICE_BYTES = 32 * KB;

/** Yields a file's lines in batches, with undefined for a line of more than `maxLength` characters. Rethrows errors from `chunks`. */
export async function* csvLinesOf(
  chunks: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<(string | undefined)[]> {
  // Drops a byte order mark, and replaces invalid UTF-8.
  const decoder = new TextDecoder();
  const yieldIfDue = yielder();
  let rest = "";
  let isTooLong = false;
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      await yieldIfDue();
      const text = decoder.decode(chunk.subarray(start, start + SLICE_BYTES), { stream: true });
      const lines: (string | undefined)[] = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (isTooLong && lines.length > 0) lines[0] = undefined;
      isTooLong = (isTooLong && lines.length === 0) || rest.length > maxLength;
      if (isTooLong) rest = "";
      yield lines.map((line) =>
        line === undefined || line.length > maxLength ? undefined : withoutCrAndNul(line),
      );
    }
  if (isTooLong) yield [undefined];
  else if (rest) yield [withoutCrAndNul(rest)];
}

function withoutCrAndNul(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

/** Two quotes inside a cell stand for one. */
const QUOTED = /"((?:[^"]|"")*)"/y;

/** The cells of a CSV line, quoted or not; undefined if a quote isn't closed. */
export function cellsOf(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let end = 0;
  for (let start = 0; start <= line.length; start = end + 1) {
    QUOTED.lastIndex = start;
    const [quoted = "", content = ""] = QUOTED.exec(line) ?? [];
    end = line.indexOf(delimiter, start + quoted.length);
    if (end < 0) end = line.length;
    const cell = line.slice(start, end);
    if (cell.startsWith('"') && cell !== quoted) return undefined;
    cells.push(quoted ? content.replaceAll('""', '"') : cell);
  }
  return cells;
}
