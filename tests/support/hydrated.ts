import type { Person } from "./person.ts";

/** Waits until React has hydrated the page. */
export async function waitForHydration({ page }: Person): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
}
