import { setImmediate } from "node:timers/promises";

const MAX_BLOCKING_MS = 10;

/** Call the returned function in long loops: whenever 10 ms have passed, it lets other requests run. */
export function breather(): () => Promise<void> | undefined {
  let lastBreak = performance.now();
  return () => {
    if (performance.now() - lastBreak < MAX_BLOCKING_MS) return undefined;
    return setImmediate().then(() => {
      lastBreak = performance.now();
    });
  };
}

export async function mapYielding<Row, Result>(
  rows: readonly Row[],
  make: (row: Row, index: number) => Result,
): Promise<Result[]> {
  const breathe = breather();
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    await breathe();
    results.push(make(row, index));
  }
  return results;
}
