import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchRequests } from "./document/watch-requests.ts";
import { crashCount } from "./errors/use-reload-after-crash.ts";

/** Whether .browserslistrc includes the browser. This built-in is the newest that all the browsers in it have. */
const isNewEnough = "throwIfAborted" in AbortSignal.prototype;

// Otherwise the page stays as the server sent it, and works without scripts. Remix's inline script may have been
// filtered out, or may have failed because the browser has no streams.
if (isNewEnough && window.__remixContext?.stream && crashCount() < 2) {
  watchRequests();
  await readLoaderData();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

/** Loads the page's data before hydration. Otherwise Remix would suspend while hydrating, and a key press at that moment would make React 18 fail (error 345). */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}
