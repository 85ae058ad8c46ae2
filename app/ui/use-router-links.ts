import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Not downloads, new windows, or links in the provider's HTML (`noreferrer`). */
const ROUTER_LINKS = "a[href]:not([download], [target], [rel~=noreferrer], [data-reload-document=true])";

/** Lets the router open links to this site, except those with `data-reload-document`. `data-keep-scroll` keeps the scroll position. */
export function useRouterLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(ROUTER_LINKS);
      if (!link || event.defaultPrevented || !isPlainPress(event) || !isForRouter(link)) return;
      event.preventDefault();
      const { pathname, search, hash, href, dataset } = link;
      // As in browsers, a link to the current page doesn't add a history entry.
      const replace = href === window.location.href;
      navigate({ pathname, search, hash }, { replace, preventScrollReset: dataset["keepScroll"] === "true" });
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [navigate]);
}

function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

/** Whether the router can open it. Browsers open links to other sites and to anchors on this page themselves. */
function isForRouter({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const current = window.location;
  const isAnchorHere = hash !== "" && pathname === current.pathname && search === current.search;
  return origin === current.origin && !isAnchorHere;
}
