/** The message contains nothing of the work, so it may be logged. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** When work is given up: after `ms`, and when the caller's signal aborts. */
interface Limit {
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Runs `work` with a signal that aborts at the limit; rejects with its reason as soon as it aborts: `OutOfTime`, or the caller's. */
export async function within<T>(limit: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  limit.signal?.throwIfAborted();
  // AbortSignal.timeout and AbortSignal.any would take more time, and keep 1 KB for half a minute after each call.
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort(limit.signal?.reason);
  const timer = setTimeout(() => ending.abort(new OutOfTime("no response in time")), limit.ms);
  limit.signal?.addEventListener("abort", stop);
  try {
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    limit.signal?.removeEventListener("abort", stop);
  }
}

/** The result of work that goes on, or undefined if it takes longer than `ms`. */
export function valueWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return within<T | undefined>({ ms }, () => work).catch((error: unknown) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
}
