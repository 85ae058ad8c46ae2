import { randomUUID } from "node:crypto";
import type { LoadContext } from "#server/load-context.ts";
import type { Arrival } from "./arrival.server.ts";

/** The browser gets the 'Please wait' page after this long. */
export const PATIENCE_MS = 1_500;
const KEPT_MS = 3 * 60_000;

/** This process's unfinished sign-ins, by session. A poll that reaches another instance doesn't find one and is repeated. */
const pendingArrivals = new Map<string, Promise<Arrival>>();

/** A finished sign-in in a record, which any instance can collect. */
interface HandedOver {
  readonly id: string;
  readonly until: number;
  readonly arrival: Arrival;
}

const recordName = (handle: string) => `sign-in ${handle}`;

/** Keeps a sign-in until a poll collects it, for a few minutes at most. The process doesn't stop until it has ended. */
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

/** True for exactly one caller, which can then act on the arrival. */
export function collect(handle: string, arrival: Promise<Arrival>): boolean {
  return pendingArrivals.get(handle) === arrival && pendingArrivals.delete(handle);
}

/** Only stores successful sign-ins, so that strangers can't fill the store. */
async function handOver(
  { records, now }: SignInContext["services"],
  handle: string,
  pending: Promise<Arrival>,
  arrival: Arrival,
): Promise<void> {
  // Lets a poll in this process that's waiting for the arrival collect it first.
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
