import { remixRouter } from "./remix-router.ts";
import { latestLoad } from "./watch-requests.ts";

/**
 * Leads to the page that was asked for if its script can't be loaded. Remix would reload the one that is left, and with it
 * the outcome of a form would be lost: `vite.config.ts` replaces that by this event.
 */
export function leadOnAfterFailedScript(): void {
  // Later, since the script may have failed before the page's data were asked for; with no connection they wait, too.
  addEventListener("routescriptfailed", () => setTimeout(() => latestLoad().then(leadOn, () => undefined)));
}

/** Not where the person has gone elsewhere, or stays. A form that's on its way would wait for the script for ever. */
function leadOn(): void {
  const { navigation } = remixRouter()?.state ?? {};
  if (!navigation || navigation.state === "idle") return;
  const { pathname, search, hash } = navigation.location;
  const isHere = pathname + search === location.pathname + location.search;
  if (navigation.state === "submitting" || isHere) location.reload();
  else location.assign(pathname + search + hash);
}
