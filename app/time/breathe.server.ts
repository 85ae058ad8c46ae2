import { setImmediate } from "node:timers/promises";

/** Milliseconds that work may block the event loop. */
const TURN_MS = 10;

/**
 * Lets others be served during long work: `const breathe = breather(); for (const row of rows) { await breathe(); … }`
 * waits a turn of the loop whenever one has been used up.
 */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

/** `rows.map(make)` that yields to the event loop. */
export async function mapped<Row, Made>(
  rows: readonly Row[],
  make: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const breathe = breather();
  const made: Made[] = [];
  for (const [index, row] of rows.entries()) {
    await breathe();
    made.push(make(row, index));
  }
  return made;
}
