import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchRequests } from "./document/watch-requests.ts";
import { crashCount } from "./errors/use-reload-after-crash.ts";

/** The newest built-in that browsers of .browserslistrc have and older ones lack. */
const isNewEnough = "throwIfAborted" in AbortSignal.prototype;

// Otherwise the server's page stays, which is whole: Remix's inline script may have been filtered, or failed for want of a stream.
if (isNewEnough && window.__remixContext?.stream && crashCount() < 2) {
  watchRequests();
  await readLoaderData();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

/** Loads the page's data before hydration: else Remix suspends during it, and a key press then fails React 18 (error 345). */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}
