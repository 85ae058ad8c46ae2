import { acquireLock, claimOnce, type SharedOutcome, type WaitOptions } from "#app/request/once.server.ts";
import type { Records } from "#server/session/records.ts";

/** Does the work once per name, as callers of `claimOnce` do. */
export async function runOnce<T>(
  records: Records,
  name: string,
  work: () => Promise<T>,
  waiting?: WaitOptions,
): Promise<SharedOutcome<T>> {
  const claim = await claimOnce<T>(records, name, waiting);
  return claim.outcome ?? claim.settle(work());
}

/** Does the work while holding the lock of this name, as callers of `acquireLock` do. */
export async function runExclusively<T>(
  records: Records,
  name: string,
  work: (isHeld: () => boolean) => Promise<T>,
  waiting?: WaitOptions,
): Promise<T> {
  await using lock = await acquireLock(records, name, waiting);
  return await work(() => lock.isHeld());
}
