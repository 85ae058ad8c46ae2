import { randomUUID } from "node:crypto";
import type { LoadContext } from "#server/load-context.ts";
import type { Arrival } from "./arrival.server.ts";

/** After this time the browser gets the 'Please wait' page. */
export const PATIENCE_MS = 1_500;
const KEPT_MS = 3 * 60_000;

/** The unfinished sign-ins of this process, by session. A poll of another instance finds none and is repeated. */
const pendingArrivals = new Map<string, Promise<Arrival>>();

/** A finished sign-in in the vault, which any instance may collect. */
interface HandedOver {
  readonly id: string;
  readonly until: number;
  readonly arrival: Arrival;
}

const vaultName = (handle: string) => `sign-in ${handle}`;

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
  { vault, now }: SignInContext["services"],
  handle: string,
  pending: Promise<Arrival>,
  arrival: Arrival,
): Promise<void> {
  // A poll of this process that waits for the arrival may collect it first.
  await new Promise((resolve) => setImmediate(resolve));
  if (!arrival.outcome.ok || !collect(handle, pending)) return;
  const handedOver: HandedOver = { id: randomUUID(), until: now().getTime() + KEPT_MS, arrival };
  await vault.set(vaultName(handle), handedOver);
}

/** The arrival that an instance has stored for this session; undefined for all but one caller. */
export async function takeHandedOver({ session, services }: SignInContext): Promise<Arrival | undefined> {
  const { vault, now } = services;
  const name = vaultName(session.handle);
  const handedOver = (await vault.find(name)) as HandedOver | null | undefined;
  if (!handedOver || handedOver.until < now().getTime()) return undefined;
  if (!(await vault.claim(`${name} ${handedOver.id}`, randomUUID()))) return undefined;
  // The vault can't delete an entry.
  await vault.set(name, null);
  return handedOver.arrival;
}
