import { afterEach, beforeEach, expect, vi } from "vitest";
import { TestHub } from "./hub.ts";
import { LiveTestPortal } from "./portal.ts";

/** The hub of the current test, and a portal that is connected to it, where Ann has signed in. */
export let hub: TestHub;
export let portal: LiveTestPortal;

/** The long time-out is for a busy machine: only a failing test waits for all of it. */
export const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 5 });

/** To be called at the top of a test file: starts and stops hub and portal around each test. */
export function withHubAndPortal(): void {
  vi.setConfig({ testTimeout: 20_000 });
  beforeEach(async () => {
    await startHub();
    await startPortal();
  });
  afterEach(async () => {
    await portal.stop();
    await hub.stop();
  });
}

export async function startHub(port?: number): Promise<void> {
  hub = await new TestHub(port).start();
}

export async function restartPortal(
  settings: Partial<ConstructorParameters<typeof LiveTestPortal>[0]>,
): Promise<void> {
  await portal.stop();
  await startPortal(settings);
}

async function startPortal(settings = {}): Promise<void> {
  portal = await new LiveTestPortal({ hubUrl: hub.url, ...settings }).start();
  portal.sessions.signIn("ann");
}

export async function connected(count = 1): Promise<void> {
  await until(() => expect(hub.open).toHaveLength(count));
  await until(() => expect(portal.live.stats().connected).toBe(count));
}
