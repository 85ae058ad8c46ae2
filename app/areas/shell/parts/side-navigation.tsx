import { useLocation } from "@remix-run/react";
import type { NavigationItem } from "#app/areas/shell/navigation.ts";
import { Icon } from "#app/ui/icon.tsx";
import { closestLink } from "#shared/paths.ts";
import popup from "./popup.module.css";
import { SearchBox } from "./search-box.tsx";
import styles from "./side-navigation.module.css";

/** The main menu: a column on wide screens, a sheet that 'Menu' opens on narrow ones. */
export function SideNavigation({ items }: { items: readonly NavigationItem[] }) {
  const currentPath = useLocation().pathname;
  const links = items.flatMap((item) => item.children ?? [item]);
  const current = closestLink(
    links.map(({ to }) => to),
    currentPath,
  );
  return (
    <div className={styles.area}>
      <details className={`${popup.menu} ${styles.toggle}`} name="shell-menu">
        <summary className={`${popup.summary} ${styles.summary}`}>
          <Icon name="menu" />
          Menu
        </summary>
      </details>
      <nav className={styles.navigation} aria-label="Main">
        <SearchBox place="menu" />
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.title}>
              {item.children ? (
                <Group item={item} links={item.children} {...{ current, currentPath }} />
              ) : (
                <Leaf item={item} {...{ current, currentPath }} />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

interface CurrentPage {
  current: string | undefined;
  currentPath: string;
}

function Group({
  item,
  links,
  ...page
}: CurrentPage & { item: NavigationItem; links: readonly NavigationItem[] }) {
  const isCurrentGroup = links.some(({ to }) => to === page.current);
  return (
    <details className={styles.group} open={isCurrentGroup}>
      <summary className={styles.entry} title={item.tooltip} data-inside={isCurrentGroup}>
        <Icon name={item.icon} />
        <span className={styles.title}>{item.title}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <ul className={styles.children}>
        {links.map((link) => (
          <li key={link.title}>
            <Leaf item={link} {...page} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ item, current, currentPath }: CurrentPage & { item: NavigationItem }) {
  return (
    <a
      className={styles.entry}
      href={item.to}
      title={item.tooltip}
      aria-current={item.to !== current ? undefined : item.to === currentPath ? "page" : "true"}
    >
      <Icon name={item.icon} />
      <span className={styles.title}>{item.title}</span>
    </a>
  );
}
