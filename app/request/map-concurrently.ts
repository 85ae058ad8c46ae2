import { timeouts } from "#shared/limits.ts";

const MAX_CONCURRENT = 8;

/**
 * Runs `work` on the items, eight at a time, so that one page never has many calls in progress. After `ms`, by default 8 s,
 * it doesn't start any more, and their results are undefined. Results are in the items' order.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  ms: number = timeouts.optionalCallMs,
): Promise<(Result | undefined)[]> {
  const results = items.map((): Result | undefined => undefined);
  const waiting = items.entries();
  const startedAt = performance.now();
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (performance.now() - startedAt > ms) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return results;
}
