import { Icon } from "#app/ui/icon.tsx";
import popup from "./popup.module.css";
import { SearchBox } from "./search-box.tsx";
import styles from "./side-navigation.module.css";
import type { NavigationItem } from "./view-models.ts";

interface SideNavigationProps {
  items: readonly NavigationItem[];
  currentPath: string;
}

/** The main menu: a column on wide screens; on narrow ones the sheet that 'Menu' opens. */
export function SideNavigation({ items, currentPath }: SideNavigationProps) {
  const current = findCurrent(items, currentPath);
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

interface Place {
  current: string | undefined;
  currentPath: string;
}

function Group({
  item,
  links,
  ...place
}: Place & { item: NavigationItem; links: readonly NavigationItem[] }) {
  const inside = links.some(({ to }) => to === place.current);
  return (
    <details className={styles.group} open={inside}>
      <summary className={styles.entry} title={item.tooltip} data-inside={inside}>
        {item.icon && <Icon name={item.icon} />}
        <span className={styles.title}>{item.title}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <ul className={styles.children}>
        {links.map((link) => (
          <li key={link.title}>
            <Leaf item={link} {...place} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ item, current, currentPath }: Place & { item: NavigationItem }) {
  return (
    <a
      className={styles.entry}
      href={item.to}
      title={item.tooltip}
      aria-current={item.to !== current ? undefined : item.to === currentPath ? "page" : "true"}
    >
      {item.icon && <Icon name={item.icon} />}
      <span className={styles.title}>{item.title}</span>
    </a>
  );
}

/** The menu's link that is, or is nearest above, the page. */
function findCurrent(items: readonly NavigationItem[], path: string): string | undefined {
  return items
    .flatMap((item) => item.children ?? [item])
    .map(({ to }) => to)
    .filter((to) => path === to || path.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0];
}
