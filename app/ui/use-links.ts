import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Not files, other windows, links in a provider's text, and what says that it is another document. */
const FOR_ROUTER = "a[href]:not([download], [target], [rel~=noreferrer], [data-document])";

/**
 * One handler for every link of the page: the router opens those to pages of this site, the browser all others. On
 * a link, `data-document` leaves it to the browser, `data-keep-scroll` keeps the page where it is scrolled to.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(FOR_ROUTER);
      if (!link || event.defaultPrevented || !isPlainPress(event) || !leavesPage(link)) return;
      event.preventDefault();
      const { pathname, search, hash, href, dataset } = link;
      // As browsers do: a link to the present page leaves no second entry in the history.
      const replace = href === window.location.href;
      navigate({ pathname, search, hash }, { replace, preventScrollReset: "keepScroll" in dataset });
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [navigate]);
}

function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

/** For another page of this site: neither another site nor a place on the present page. */
function leavesPage({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const here = window.location;
  const stays = hash !== "" && pathname === here.pathname && search === here.search;
  return origin === here.origin && !stays;
}
