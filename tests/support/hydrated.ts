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
  /** What cleans up after the effect, once it has run. */
  readonly destroy: unknown;
  readonly next: Effect;
}

/**
 * Runs in the page. React marks each element while it renders, which it may still interrupt or begin anew. It runs effects
 * only once the whole tree stands, and those of the document's layout, around `html`, after those of everything within.
 */
function isHydrated(): boolean {
  const html = document.documentElement;
  const key = Object.keys(html).find((name) => name.startsWith("__reactFiber$"));
  // A page of the identity provider, say, or one that ships no scripts.
  if (!key) return document.readyState !== "loading" && !document.querySelector("script[type=module]");
  const last = (html as unknown as Record<string, Fiber>)[key]?.return?.updateQueue?.lastEffect;
  for (let effect = last?.next; effect; effect = effect.next) {
    if (effect.destroy) return true;
    if (effect === last) return false;
  }
  return false;
}
