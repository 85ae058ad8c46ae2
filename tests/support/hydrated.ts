import type { Page } from "playwright";
import { expect } from "vitest";

/** Waits until React has hydrated the whole document, and the page listens to keys, links and forms. */
export async function waitForHydration(page: Page): Promise<void> {
  // Not waitForFunction(), for which Playwright would load all its selectors into the page's own realm.
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true);
}

interface Fiber {
  readonly return: { readonly updateQueue: { readonly lastEffect: Effect } | null } | null;
}
interface Effect {
  /** The effect's clean-up function, once it has run. */
  readonly destroy: unknown;
  readonly next: Effect;
}

/**
 * Runs in the page. React marks each element while it renders, but may still interrupt that or start again. It only
 * runs effects once the whole tree is complete, and the effects of the document's layout, around `html`, come after all
 * those inside it.
 */
function isHydrated(): boolean {
  const html = document.documentElement;
  const key = Object.keys(html).find((name) => name.startsWith("__reactFiber$"));
  // For example a page of the identity provider, or one without scripts.
  if (!key) return document.readyState !== "loading" && !document.querySelector("script[type=module]");
  const last = (html as unknown as Record<string, Fiber>)[key]?.return?.updateQueue?.lastEffect;
  for (let effect = last?.next; effect; effect = effect.next) {
    if (effect.destroy) return true;
    if (effect === last) return false;
  }
  return false;
}
