import { randomUUID } from "node:crypto";
import type { LoadContext } from "#server/load-context.ts";
import type { Arrival } from "./arrival.server.ts";

/** After this time the browser gets the 'Please wait' page. */
export const PATIENCE_MS = 1_500;
const HELD_MS = 3 * 60_000;

/** The unfinished sign-ins of this process by session. On another instance the page finds none and asks again. */
const underWay = new Map<string, Promise<Arrival>>();

/** The name of a finished sign-in that any instance may collect. */
interface HandedOver {
  readonly id: string;
  readonly until: number;
  readonly arrival: Arrival;
}

const nameOf = (handle: string) => `sign-in ${handle}`;

/** Keeps a sign-in until a page collects it, for a few minutes at most. The process does not stop before it has ended. */
export function holdForWait({ session, services }: Waiting, arrival: Promise<Arrival>): void {
  const { handle } = session;
  underWay.set(handle, arrival);
  setTimeout(() => collect(handle, arrival), HELD_MS).unref();
  arrival.catch(() => collect(handle, arrival));
  services.inBackground("sign-in", async () => handOver(services, handle, arrival, await arrival));
}

type Waiting = Pick<LoadContext, "session" | "services">;

export function findWaiting(handle: string): Promise<Arrival> | undefined {
  return underWay.get(handle);
}

/** True for exactly one caller, which may act on the arrival. */
export function collect(handle: string, arrival: Promise<Arrival>): boolean {
  return underWay.get(handle) === arrival && underWay.delete(handle);
}

/** Stores successful sign-ins only, so that strangers can't fill the store. */
async function handOver(
  { vault, now }: Waiting["services"],
  handle: string,
  held: Promise<Arrival>,
  arrival: Arrival,
): Promise<void> {
  // A waiting page may collect it first.
  await new Promise((resolve) => setImmediate(resolve));
  if (!arrival.outcome.ok || !collect(handle, held)) return;
  const handedOver: HandedOver = { id: randomUUID(), until: now().getTime() + HELD_MS, arrival };
  await vault.set(nameOf(handle), handedOver);
}

/** Takes the arrival that an instance has stored for this browser. */
export async function takeHandedOver({ session, services }: Waiting): Promise<Arrival | undefined> {
  const { vault, now } = services;
  const name = nameOf(session.handle);
  const found = (await vault.find(name)) as HandedOver | null | undefined;
  if (!found || found.until < now().getTime() || !(await vault.claim(`${name} ${found.id}`)))
    return undefined;
  await vault.keepOutcome(name, null);
  return found.arrival;
}

/** The result of the work, or undefined if it takes longer. */
export async function valueWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
