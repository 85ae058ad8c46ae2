import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

await readLoaderData();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

/**
 * Has Remix read the data that came with the page. It throws the promise of it, above any Suspense boundary; a key
 * pressed meanwhile makes React 18 hydrate at once, which then fails with "Root did not complete" (error 345).
 */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    if (reading instanceof Promise) await reading;
  }
}
