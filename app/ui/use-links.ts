import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Neither files nor other windows nor links in a provider's text. */
const FOR_ROUTER = "a[href]:not([download], [target], [rel~=noreferrer], [data-document])";

/** Has the router open links to this site, but for `data-document`; `data-keep-scroll` keeps the page where it is scrolled to. */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(FOR_ROUTER);
      if (!link || event.defaultPrevented || !isPlainPress(event) || !leavesPage(link)) return;
      event.preventDefault();
      const { pathname, search, hash, href, dataset } = link;
      // As browsers do, a link to the present page adds nothing to the history.
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

/** Whether it leads to another page of this site. */
function leavesPage({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const here = window.location;
  const stays = hash !== "" && pathname === here.pathname && search === here.search;
  return origin === here.origin && !stays;
}
