import type { Arrival } from "./arrival.ts";

/** How long a browser is kept waiting before it gets the 'Please wait' page. */
export const PATIENCE_MS = 1_500;
const KEPT_MS = 3 * 60_000;

/**
 * Sign-ins that go on while the browser shows 'Please wait', by session. They live in this process: a poll
 * that another instance answers finds none and asks again.
 */
const underWay = new Map<string, Promise<Arrival>>();

/** Keeps a sign-in until it is collected, or a few minutes. */
export function keepWaiting(handle: string, arrival: Promise<Arrival>): void {
  underWay.set(handle, arrival);
  const timer = setTimeout(() => collect(handle, arrival), KEPT_MS);
  timer.unref();
}

/** The arrival that is under way for this handle; undefined once it was collected or has been let go. */
export function findWaiting(handle: string): Promise<Arrival> | undefined {
  return underWay.get(handle);
}

/** True for the one caller that may act on the arrival. */
export function collect(handle: string, arrival: Promise<Arrival>): boolean {
  return underWay.get(handle) === arrival && underWay.delete(handle);
}

/** What the work gives, or undefined when it takes longer. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
