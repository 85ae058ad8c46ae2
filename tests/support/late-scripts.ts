import type { Person } from "./person.ts";

/** From here on the scripts of this person's pages do not come; resolves with what lets them come. */
export async function holdScripts({ context }: Person): Promise<() => void> {
  let letCome = () => {};
  const come = new Promise<void>((resolve) => (letCome = resolve));
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await come;
    await route.continue();
  });
  return letCome;
}
