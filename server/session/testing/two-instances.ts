import { afterAll, beforeAll, expect, vi } from "vitest";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openVault, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import type { Vault } from "#server/session/vault.ts";

export const pace = { pollMs: 5, beatMs: 20, deadMs: 200 };

/** Vaults of two instances on one store, after {@link openTwoInstances}. */
export let here: Vault;
export let there: Vault;

/** Call at the top of a test file. */
export function openTwoInstances(): void {
  const backends: SessionBackend[] = [];
  let store: TestStore;
  beforeAll(async () => {
    store = await storeKinds[0]!.start();
    const opened = [openVault(store.address), openVault(store.address)] as const;
    backends.push(...opened.map(({ backend }) => backend));
    [here, there] = [opened[0].vault, opened[1].vault];
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

/** A vault that counts its writes, and a function that waits until it has written heartbeats for twice `deadMs`. */
export function withWriteCount(vault: Vault) {
  let writes = 0;
  const counting: Vault = {
    ...vault,
    set: (...args) => ((writes += 1), vault.set(...args)),
    change: (...args) => ((writes += 1), vault.change(...args)),
  };
  const beatsBeyondDeadMs = () => {
    const target = writes + (2 * pace.deadMs) / pace.beatMs;
    return vi.waitFor(() => expect(writes).toBeGreaterThan(target), { timeout: 5_000 });
  };
  return { vault: counting, beatsBeyondDeadMs };
}
