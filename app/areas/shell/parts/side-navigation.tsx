import { useLocation } from "@remix-run/react";
import type { PropsWithChildren } from "react";
import type { NavigationItem } from "#app/areas/shell/navigation.ts";
import { Icon } from "#app/ui/icon.tsx";
import { closestLink } from "#shared/paths.ts";
import popup from "./popup.module.css";
import { SearchBox } from "./search-box.tsx";
import styles from "./side-navigation.module.css";

/** The main menu: a column on wide screens, a sheet that 'Menu' opens on narrow ones. */
export function SideNavigation({ items }: { items: readonly NavigationItem[] }) {
  const { pathname } = useLocation();
  const pages = items.flatMap(({ to, children }) => children?.map((child) => child.to) ?? to);
  const current = closestLink(pages, pathname);
  const toLink = ({ to, title, tooltip, icon }: NavigationItem) => (
    <a
      className={styles.entry}
      href={to}
      title={tooltip}
      aria-current={to !== current ? undefined : to === pathname ? "page" : "true"}
    >
      <Icon name={icon} />
      <span className={styles.title}>{title}</span>
    </a>
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
                <Group item={item} isCurrent={item.children.some(({ to }) => to === current)}>
                  {item.children.map((child) => (
                    <li key={child.title}>{toLink(child)}</li>
                  ))}
                </Group>
              ) : (
                toLink(item)
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

type GroupProps = PropsWithChildren<{ item: NavigationItem; isCurrent: boolean }>;

function Group({ item, isCurrent, children }: GroupProps) {
  return (
    <details className={styles.group} open={isCurrent}>
      <summary className={styles.entry} title={item.tooltip} data-inside={isCurrent}>
        <Icon name={item.icon} />
        <span className={styles.title}>{item.title}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <ul className={styles.children}>{children}</ul>
    </details>
  );
}
