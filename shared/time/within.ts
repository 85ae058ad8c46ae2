/** The message has nothing from the work in it, so it can be logged. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** When to give up: after `ms`, or if the caller's signal aborts. */
interface Limit {
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Runs `work` with a signal that aborts at the limit, and then rejects straight away with the reason: `OutOfTime`, or the caller's. */
export async function within<T>(limit: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  limit.signal?.throwIfAborted();
  // Not AbortSignal.timeout, whose timer would keep 1 KB for half a minute after each call.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new OutOfTime("no response in time")), limit.ms);
  const signal = limit.signal ? AbortSignal.any([deadline.signal, limit.signal]) : deadline.signal;
  let stop = () => {};
  try {
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason as Error);
      signal.addEventListener("abort", stop, { once: true });
    });
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** The work's result, or undefined if it takes longer than `ms`. The work carries on. */
export function valueWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return within<T | undefined>({ ms }, () => work).catch((error: unknown) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
}
