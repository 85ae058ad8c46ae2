import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

await readLoaderData();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

/** Reads the page's data before hydration: Remix suspends for it, and a key pressed meanwhile fails React 18 (error 345). */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    if (reading instanceof Promise) await reading;
  }
}
