import type { Person } from "./person.ts";

/** Waits until scripts have taken over the page's form or list. */
export async function hydrated({ page }: Person): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
}
