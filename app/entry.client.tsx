import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { leadOnAfterFailedScript } from "./document/lead-on.ts";

leadOnAfterFailedScript();
await readLoaderData();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

/** Loads the page's data before hydration: else Remix suspends during it, and a key press then fails React 18 (error 345). */
async function readLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}
