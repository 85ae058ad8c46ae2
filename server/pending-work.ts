import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

/** The work of this process that may outlive its connection: the drain waits for it. */
export interface PendingWork {
  /** Has the drain wait for this work, which somebody else hears the end of. */
  add<T>(name: string, work: Promise<T>): Promise<T>;
  /** Begins work at once that nobody waits for: it is counted, and its failure logged. */
  inBackground(name: string, work: () => Promise<unknown>): void;
  /** What is under way, by name. */
  names(): readonly string[];
  /** Resolves when nothing is under way any more, or after this time. */
  settled(ms: number): Promise<void>;
}

/** One set of promises for the process. */
export function createPendingWork(
  log: Pick<Logger, "warn">,
  { countBackground }: Pick<Metrics, "countBackground">,
): PendingWork {
  const names = new Map<Promise<unknown>, string>();
  const forget = (work: Promise<unknown>) => () => void names.delete(work);
  const add = <T>(name: string, work: Promise<T>): Promise<T> => {
    names.set(work, name);
    work.then(forget(work), forget(work));
    return work;
  };
  const perform = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
      countBackground(name, "done");
    } catch (error) {
      countBackground(name, "failed");
      log.warn({ err: error, work: name }, "work in the background failed");
    }
  };
  return {
    add,
    inBackground: (name, work) => void add(name, perform(name, work)),
    names: () => [...names.values()],
    async settled(ms) {
      const timer = new AbortController();
      const late = delay(Math.max(0, ms), "late", { signal: timer.signal }).catch(() => undefined);
      // What ends may have begun something else.
      while (names.size > 0 && (await Promise.race([Promise.allSettled(names.keys()), late])) !== "late");
      timer.abort();
    },
  };
}
