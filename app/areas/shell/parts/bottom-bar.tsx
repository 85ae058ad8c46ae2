import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import styles from "./bottom-bar.module.css";

interface BottomBarProps {
  /** Absent while no account is chosen: then the bar holds only the account's button. */
  menu?: { readonly invoicesTo?: string };
  currentPath: string;
}

/** The bar on narrow screens; the buttons of the menu and the account are placed over its end. */
export function BottomBar({ menu, currentPath }: BottomBarProps) {
  return (
    <div className={styles.bar}>
      {menu && (
        <nav aria-label="Shortcut" className={styles.places}>
          <Place to={paths.dashboard()} icon="layout-dashboard" name="Home" {...{ currentPath }} />
          {menu.invoicesTo && (
            <Place to={menu.invoicesTo} icon="receipt-text" name="Invoices" {...{ currentPath }} />
          )}
          <Place to={paths.search()} icon="search" name="Search" {...{ currentPath }} />
        </nav>
      )}
    </div>
  );
}

interface PlaceProps {
  to: string;
  icon: IconName;
  name: string;
  currentPath: string;
}

function Place({ to, icon, name, currentPath }: PlaceProps) {
  const isBelow = currentPath.startsWith(`${to}/`);
  return (
    <a className={styles.place} href={to} aria-current={currentPath === to ? "page" : isBelow || undefined}>
      <Icon name={icon} />
      {name}
    </a>
  );
}
