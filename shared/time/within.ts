/** The message has nothing from the work in it, so it can be logged. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** When to give up: after `ms`, or if the caller's signal aborts. */
interface Limit {
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Runs `work` with a signal that aborts at the limit, and then rejects straight away with the reason: `TimedOut`, or the caller's. */
export async function within<T>(limit: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  limit.signal?.throwIfAborted();
  // AbortSignal.timeout and AbortSignal.any would take more time, and keep 1 KB for half a minute after each call.
  const deadline = new AbortController();
  const { signal } = deadline;
  const stop = () => deadline.abort(limit.signal?.reason);
  const timer = setTimeout(() => deadline.abort(new TimedOut("no response in time")), limit.ms);
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

/** The work's result, or undefined if it takes longer than `ms`. The work carries on. */
export function valueWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return within<T | undefined>({ ms }, () => work).catch((error: unknown) => {
    if (error instanceof TimedOut) return undefined;
    throw error;
  });
}
