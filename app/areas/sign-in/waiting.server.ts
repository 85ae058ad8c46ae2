import { randomUUID } from "node:crypto";
import type { SignInOutcome } from "#server/identity/identity-service.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { Client } from "#shared/portal-api/clients.ts";

/** The browser gets the 'Please wait' page after this long. */
export const PLEASE_WAIT_AFTER_MS = 1_500;
const KEPT_MS = 3 * 60_000;

/** The result of returning from the identity provider, with the accounts that we've loaded. */
export interface SignInResult {
  readonly outcome: SignInOutcome;
  /** The accounts after a successful sign-in, or why they couldn't be loaded: `network` if there was no response. */
  readonly accounts: readonly Client[] | "network" | "other";
}

/** This process's unfinished sign-ins, by session. A poll that reaches another instance doesn't find one and is repeated. */
const pendingSignIns = new Map<string, Promise<SignInResult>>();

/** A finished sign-in in a record, which any instance can collect. Stored as JSON, so its fields keep their names. */
interface StoredSignIn {
  readonly id: string;
  readonly until: number;
  readonly arrival: SignInResult;
}

const recordName = (handle: string) => `sign-in ${handle}`;

/** Keeps a sign-in until a poll collects it, for a few minutes at most. The process doesn't stop until it has ended. */
export function keepForPolling({ session, services }: SignInContext, result: Promise<SignInResult>): void {
  const { handle } = session;
  pendingSignIns.set(handle, result);
  setTimeout(() => claimSignIn(handle, result), KEPT_MS).unref();
  services.inBackground("sign-in", async () =>
    storeForOtherInstances(services, handle, result, await result),
  );
}

type SignInContext = Pick<LoadContext, "session" | "services">;

export function findPending(handle: string): Promise<SignInResult> | undefined {
  return pendingSignIns.get(handle);
}

/** True for exactly one caller, which can then act on the result. */
export function claimSignIn(handle: string, result: Promise<SignInResult>): boolean {
  return pendingSignIns.get(handle) === result && pendingSignIns.delete(handle);
}

/** Stores a successful sign-in for any instance to collect. Not a failed one, because strangers could fill the store. */
async function storeForOtherInstances(
  { records, now }: SignInContext["services"],
  handle: string,
  pending: Promise<SignInResult>,
  result: SignInResult,
): Promise<void> {
  // Lets a poll in this process that's waiting for the result collect it first.
  await new Promise((resolve) => setImmediate(resolve));
  if (!result.outcome.ok || !claimSignIn(handle, pending)) return;
  const stored: StoredSignIn = { id: randomUUID(), until: now().getTime() + KEPT_MS, arrival: result };
  await records.change(recordName(handle), () => stored);
}

/** The result that an instance has stored for this session; undefined for all but one caller. */
export async function takeStoredSignIn({ session, services }: SignInContext) {
  const { records, now } = services;
  const name = recordName(session.handle);
  const waiting = (await records.find(name)) as StoredSignIn | undefined;
  if (!waiting || !(await records.former.claim(`${name} ${waiting.id}`, randomUUID()))) return undefined;
  let taken: StoredSignIn | undefined;
  await records.change<StoredSignIn>(name, (stored) => {
    taken = stored;
    return stored && null;
  });
  return taken && taken.until >= now().getTime() ? taken.arrival : undefined;
}
