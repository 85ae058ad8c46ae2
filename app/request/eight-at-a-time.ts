const PLACES = 8;

/** Runs `work` on each item, eight at a time, so that one page never holds many calls. The results are in the items' order. */
export async function eightAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: PLACES }, worker));
  return results;
}
