import { useEffect } from "react";

const openMenus = 'details[name="shell-menu"][open]';

/** Closes open menus on Escape, when another opens and when the page changes. Call it once, in the shell. */
export function useMenus(locationKey: string) {
  // In the cleanup, when a page is left, so that hydration does not close a menu that is already open.
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
    document.addEventListener("keydown", onKey);
    // `toggle` does not bubble.
    document.addEventListener("toggle", onToggle, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("toggle", onToggle, true);
    };
  }, []);
}

function closeMenus(except?: Element) {
  for (const menu of document.querySelectorAll(openMenus)) if (menu !== except) menu.removeAttribute("open");
}
