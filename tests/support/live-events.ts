import type { Page } from "playwright";
import { expect } from "vitest";
import type { Person } from "./person.ts";
import { emails } from "./signed-in.ts";
import { world } from "./world.ts";

/** A page's toasts. */
export const toasts = (page: Page) => page.getByRole("log", { name: "New notifications" });

export const bell = (page: Page) => page.locator("header summary", { hasText: "Notifications" });

/** The number on the bell, as a screen reader says it. */
export const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).textContent()) ?? "")?.[1] ?? 0);

export const lineCheck = () => world.provider.raise({ kind: "line-check", clientId: "1001" });

/** Raises line checks until this person gets one. Not often, because the unread count stops at 99. */
export async function heardLineCheck(person: Person, email: string = emails.ben) {
  await person.listens();
  let raised = lineCheck();
  const isHeard = () => raised.listeners.includes(email);
  await expect.poll(() => isHeard() || void (raised = lineCheck()), { interval: 500 }).toBe(true);
  return raised;
}
