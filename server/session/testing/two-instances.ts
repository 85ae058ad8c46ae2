import { afterAll, beforeAll, expect, vi } from "vitest";
import type { Records } from "#server/session/records.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openRecords, storeKinds, type TestStore } from "#server/session/testing/stores.ts";

export const pace = { pollMs: 5, beatMs: 20, deadMs: 200 };

/** Records of two instances on one store, after {@link openTwoInstances}. */
export let here: Records;
export let there: Records;

/** Call at the top of a test file. */
export function openTwoInstances(): void {
  const backends: SessionBackend[] = [];
  let store: TestStore;
  beforeAll(async () => {
    store = await storeKinds[0]!.start();
    const opened = [openRecords(store.address), openRecords(store.address)] as const;
    backends.push(...opened.map(({ backend }) => backend));
    [here, there] = [opened[0].records, opened[1].records];
  });
  afterAll(async () => {
    for (const backend of backends) await backend.close();
    await store.stop();
  });
}

let count = 0;
export const newName = () => `name ${(count += 1)}`;

export function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

/** Records that count their writes, and a function that waits until it has written heartbeats for twice `deadMs`. */
export function withWriteCount(records: Records) {
  let writes = 0;
  const counting: Records = {
    ...records,
    change: (...args) => ((writes += 1), records.change(...args)),
  };
  const beatsBeyondDeadMs = () => {
    const target = writes + (2 * pace.deadMs) / pace.beatMs;
    return vi.waitFor(() => expect(writes).toBeGreaterThan(target), { timeout: 5_000 });
  };
  return { records: counting, beatsBeyondDeadMs };
}
