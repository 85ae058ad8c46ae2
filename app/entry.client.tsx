import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchRequests } from "./document/watch-requests.ts";
import { crashCount } from "./errors/use-reload-after-crash.ts";

/** The newest built-in that .browserslistrc's browsers have and older ones lack. */
const isNewEnough = "throwIfAborted" in AbortSignal.prototype;

// Otherwise the server's page stays as it is, which is complete: Remix's inline script may have been filtered out, or
// failed because the browser has no streams.
if (isNewEnough && window.__remixContext?.stream && crashCount() < 2) {
  watchRequests();
  await readLoaderData();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

/** Loads the page's data before hydration. Otherwise Remix suspends during it, and a key press then makes React 18 fail (error 345). */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}
