import type { Person } from "./person.ts";

/** Blocks the scripts of this person's pages; returns a function that lets them load. */
export async function holdScripts({ context }: Person): Promise<() => void> {
  let letCome = () => {};
  const come = new Promise<void>((resolve) => (letCome = resolve));
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await come;
    await route.continue();
  });
  return letCome;
}
