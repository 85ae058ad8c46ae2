import { setImmediate } from "node:timers/promises";

const MAX_BLOCKING_MS = 10;

/** Call the returned function in long loops: every 10 ms it lets other requests run. */
export function yielder(): () => Promise<void> | undefined {
  let lastYield = performance.now();
  return () => {
    if (performance.now() - lastYield < MAX_BLOCKING_MS) return undefined;
    return setImmediate().then(() => {
      lastYield = performance.now();
    });
  };
}

export async function mapYielding<Row, Result>(
  rows: readonly Row[],
  map: (row: Row, index: number) => Result,
): Promise<Result[]> {
  const yieldIfDue = yielder();
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    await yieldIfDue();
    results.push(map(row, index));
  }
  return results;
}
