import { KB } from "#app/limits.ts";
import { yielder } from "#app/time/yielding.server.ts";

/** A large chunk is decoded in slices of this size, between which other requests may run. */
const SLICE_BYTES = 32 * KB;

/** Yields a file's lines in batches, undefined for one of more than `maxLength` characters. Rethrows the errors of `chunks`. */
export async function* linesOf(
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

/** The cells of a CSV line, quoted or not; undefined if a quote is not closed. */
export function cellsOf(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let start = 0; start <= line.length; start += 1) {
    if (line[start] === '"') {
      const end = endOfQuoted(line, start + 1);
      if (end === undefined || (end < line.length && line[end] !== delimiter)) return undefined;
      cells.push(line.slice(start + 1, end - 1).replaceAll('""', '"'));
      start = end;
    } else {
      const end = line.indexOf(delimiter, start);
      cells.push(end < 0 ? line.slice(start) : line.slice(start, end));
      if (end < 0) return cells;
      start = end;
    }
  }
  return cells;
}

/** The index after the quote that closes the cell. */
function endOfQuoted(line: string, from: number): number | undefined {
  for (let quote = line.indexOf('"', from); quote >= 0; quote = line.indexOf('"', quote + 2))
    if (line[quote + 1] !== '"') return quote + 1;
  return undefined;
}
