import { KB } from "#app/limits.ts";
import { breather } from "#app/time/breathe.server.ts";

/** How much is read in one go, however large a chunk is. */
const PIECE = 32 * KB;

/**
 * Yields the lines of a file in batches; undefined stands for a line of more than `longest` characters, whose text is
 * dropped. Lets other requests run every 10 ms. Rethrows the errors of `chunks`; a line that is cut off by one is
 * left out.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<(string | undefined)[]> {
  // Drops a byte order mark, and replaces invalid UTF-8.
  const decoder = new TextDecoder();
  const breathe = breather();
  let rest = "";
  let isLong = false;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE) {
      await breathe();
      const text = decoder.decode(chunk.subarray(at, at + PIECE), { stream: true });
      const lines: (string | undefined)[] = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (isLong && lines.length > 0) lines[0] = undefined;
      isLong = (isLong && lines.length === 0) || rest.length > longest;
      if (isLong) rest = "";
      yield lines.map((line) => (line === undefined || line.length > longest ? undefined : plain(line)));
    }
  if (isLong) yield [undefined];
  else if (rest) yield [plain(rest)];
}

function plain(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

/** The cells of a CSV line, quoted or not; undefined if a quote is not closed. */
export function cellsOf(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') {
      const end = endOfQuoted(line, at + 1);
      if (end === undefined || (end < line.length && line[end] !== delimiter)) return undefined;
      cells.push(line.slice(at + 1, end - 1).replaceAll('""', '"'));
      at = end;
    } else {
      const end = line.indexOf(delimiter, at);
      cells.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return cells;
      at = end;
    }
  }
  return cells;
}

/** The index after the quote that closes the cell. */
function endOfQuoted(line: string, from: number): number | undefined {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2))
    if (line[at + 1] !== '"') return at + 1;
  return undefined;
}
