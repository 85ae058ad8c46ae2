import type { Arrival } from "./arrival.server.ts";

/** How long a browser is kept waiting before it gets the 'Please wait' page. */
export const PATIENCE_MS = 1_500;
const HELD_MS = 3 * 60_000;

/** Sign-ins under way, by session, in this process: on another instance the page finds none and asks again. */
const underWay = new Map<string, Promise<Arrival>>();

/** Holds a sign-in until it is collected, or a few minutes. */
export function holdForWait(handle: string, arrival: Promise<Arrival>): void {
  underWay.set(handle, arrival);
  setTimeout(() => collect(handle, arrival), HELD_MS).unref();
}

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
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
