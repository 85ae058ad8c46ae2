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

/** Not where the person has gone elsewhere, or stays. */
function leadOn(): void {
  const { navigation } = remixRouter()?.state ?? {};
  if (navigation?.state !== "loading") return;
  const { pathname, search, hash } = navigation.location;
  location.assign(pathname + search + hash);
}
