import { randomUUID } from "node:crypto";
import type { LoadContext } from "#server/load-context.ts";
import type { Arrival } from "./arrival.server.ts";

/** After this time the browser gets the 'Please wait' page. */
export const PATIENCE_MS = 1_500;
const KEPT_MS = 3 * 60_000;

/** The unfinished sign-ins of this process, by session. A poll of another instance finds none and is repeated. */
const pendingArrivals = new Map<string, Promise<Arrival>>();

/** A finished sign-in in a record, which any instance may collect. */
interface HandedOver {
  readonly id: string;
  readonly until: number;
  readonly arrival: Arrival;
}

const recordName = (handle: string) => `sign-in ${handle}`;

/** Keeps a sign-in until a poll collects it, for a few minutes at most. The process does not stop before it has ended. */
export function keepForPolling({ session, services }: SignInContext, arrival: Promise<Arrival>): void {
  const { handle } = session;
  pendingArrivals.set(handle, arrival);
  setTimeout(() => collect(handle, arrival), KEPT_MS).unref();
  services.inBackground("sign-in", async () => handOver(services, handle, arrival, await arrival));
}

type SignInContext = Pick<LoadContext, "session" | "services">;

export function findPending(handle: string): Promise<Arrival> | undefined {
  return pendingArrivals.get(handle);
}

/** True for exactly one caller, which may act on the arrival. */
export function collect(handle: string, arrival: Promise<Arrival>): boolean {
  return pendingArrivals.get(handle) === arrival && pendingArrivals.delete(handle);
}

/** Stores successful sign-ins only, so that strangers can't fill the store. */
async function handOver(
  { records, now }: SignInContext["services"],
  handle: string,
  pending: Promise<Arrival>,
  arrival: Arrival,
): Promise<void> {
  // A poll of this process that waits for the arrival may collect it first.
  await new Promise((resolve) => setImmediate(resolve));
  if (!arrival.outcome.ok || !collect(handle, pending)) return;
  const handedOver: HandedOver = { id: randomUUID(), until: now().getTime() + KEPT_MS, arrival };
  await records.change(recordName(handle), () => handedOver);
}

/** The arrival that an instance has stored for this session; undefined for all but one caller. */
export async function takeHandedOver({ session, services }: SignInContext): Promise<Arrival | undefined> {
  const { records, now } = services;
  const name = recordName(session.handle);
  const waiting = (await records.find(name)) as HandedOver | undefined;
  if (!waiting || !(await records.former.claim(`${name} ${waiting.id}`, randomUUID()))) return undefined;
  let taken: HandedOver | undefined;
  await records.change<HandedOver>(name, (handedOver) => {
    taken = handedOver;
    return handedOver && null;
  });
  return taken && taken.until >= now().getTime() ? taken.arrival : undefined;
}
