import { Icon } from "#app/ui/icon.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./search-box.module.css";

/** The account search: in the header on wide screens, in the menu and on the dashboard on narrow ones. */
export function SearchBox({ place }: { place: "header" | "menu" | "page if narrow" }) {
  return (
    <form role="search" action={paths.search()} className={styles.box} data-place={place}>
      <input type="search" name="q" aria-label="Search this account" placeholder="Search this account" />
      <button type="submit">
        <Icon name="search" />
        <span className="visually-hidden">Search</span>
      </button>
    </form>
  );
}

/** The header's search input. On narrow screens it's hidden, so focus() does nothing. */
export const headerSearchInput = () => document.querySelector<HTMLInputElement>("header [role=search] input");
