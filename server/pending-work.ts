import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

export type PendingWork = ReturnType<typeof createPendingWork>;

/** Work that may outlive its connection. Shutting down waits for it (server/drain.ts). */
export function createPendingWork(
  log: Pick<Logger, "warn">,
  { countBackground }: Pick<Metrics, "countBackground">,
) {
  const stopping = new AbortController();
  const names = new Map<Promise<unknown>, string>();
  const removeWhenDone = (work: Promise<unknown>) => () => void names.delete(work);
  /** Registers work whose result or error the caller handles. */
  const add = <T>(name: string, work: Promise<T>): Promise<T> => {
    names.set(work, name);
    work.then(removeWhenDone(work), removeWhenDone(work));
    return work;
  };
  const runAndCount = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
      countBackground(name, "done");
    } catch (error) {
      countBackground(name, "failed");
      log.warn({ err: error, work: name }, "background work failed");
    }
  };
  return {
    add,
    /** Starts work that no caller waits for. It's counted, and a failure is logged. */
    inBackground: (name: string, work: () => Promise<unknown>) => void add(name, runAndCount(name, work)),
    names: () => [...names.values()],
    /** Aborted when we shut down: work that's only waiting for another request gives up, and the next instance takes it over. */
    stopping: stopping.signal,
    stopWaiting: () => stopping.abort(),
    /** Resolves when no work is left, or after `ms` at the latest. */
    async settled(ms: number) {
      const timer = new AbortController();
      const timeout = delay(Math.max(0, ms), "timeout", { signal: timer.signal }).catch(() => undefined);
      // Work that ends may have started more work.
      while (
        names.size > 0 &&
        (await Promise.race([Promise.allSettled(names.keys()), timeout])) !== "timeout"
      );
      timer.abort();
    },
  };
}
