import { remixRouter } from "./remix-router.ts";
import { latestLoad } from "./watch-requests.ts";

interface NavigateEvent extends Event {
  readonly navigationType: "push" | "reload" | "replace" | "traverse";
  readonly userInitiated: boolean;
}
type WithNavigation = Window & { readonly navigation?: EventTarget };

/** Leads to the page that was asked for if its script can't be loaded, since Remix would reload the one that is left. */
export function leadOnAfterFailedScript(): void {
  (window as WithNavigation).navigation?.addEventListener("navigate", (event) => {
    const { navigationType, userInitiated } = event as NavigateEvent;
    if (navigationType !== "reload" || userInitiated || nextUrl() === undefined) return;
    event.preventDefault();
    // Later, since the script may have failed before the page's data were asked for; with no connection they wait, too.
    setTimeout(() => latestLoad().then(leadOn, () => undefined));
  });
}

function leadOn(): void {
  const url = nextUrl();
  if (url !== undefined) location.assign(url);
}

function nextUrl(): string | undefined {
  const { navigation } = remixRouter()?.state ?? {};
  if (navigation?.state !== "loading") return undefined;
  const { pathname, search, hash } = navigation.location;
  return pathname + search + hash;
}
