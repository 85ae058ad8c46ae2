import type { Person } from "./person.ts";

/** Blocks the scripts of this person's pages; returns a function that lets them load. */
export async function holdScripts({ context }: Person): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
