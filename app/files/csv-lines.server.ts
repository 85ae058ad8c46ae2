import { KB } from "#app/limits.ts";
import { breather } from "#app/time/breathe.server.ts";

/** So much is read in one go, however large a chunk is. */
const PIECE = 32 * KB;

/**
 * The lines of a file as they come, some at once; undefined for one of more than `longest` characters, whose text is
 * dropped. Lets others run every 10 ms. Throws what `chunks` throws: a line that was cut off by it is left out.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<(string | undefined)[]> {
  // Drops a byte order mark, and reads what is no UTF-8 as well as can be.
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

/** The cells of a line of CSV, quoted or not; undefined where a quote does not end. */
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

/** The index after the quote that ends the cell. */
function endOfQuoted(line: string, from: number): number | undefined {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2))
    if (line[at + 1] !== '"') return at + 1;
  return undefined;
}
