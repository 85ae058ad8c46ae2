import { useEffect } from "react";

const openMenus = 'details[name="shell-menu"][open]';

/** Closes open menus on Escape, when a link is chosen, when another opens and when the page changes. Call it once, in the shell. */
export function useMenuClosing(locationKey: string) {
  // In the cleanup, when a page is left, so that hydration doesn't close an open menu.
  useEffect(() => closeMenus, [locationKey]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const menu = event.key === "Escape" && document.querySelector(openMenus);
      if (!menu) return;
      closeMenus();
      menu.querySelector("summary")?.focus();
    };
    const onToggle = ({ target }: Event) => {
      if (target instanceof Element && target.matches(openMenus)) closeMenus(target);
    };
    const onClick = ({ target }: Event) => {
      const link = target instanceof Element && target.closest("a[href]");
      if (!link) return;
      closeMenus();
      const groups = link.closest("nav")?.querySelectorAll("details[open]") ?? [];
      for (const group of groups) if (!group.contains(link)) group.removeAttribute("open");
    };
    const unmounted = new AbortController();
    const { signal } = unmounted;
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("click", onClick, { signal });
    // `toggle` doesn't bubble.
    document.addEventListener("toggle", onToggle, { capture: true, signal });
    return () => unmounted.abort();
  }, []);
}

function closeMenus(except?: Element) {
  for (const menu of document.querySelectorAll(openMenus)) if (menu !== except) menu.removeAttribute("open");
}
