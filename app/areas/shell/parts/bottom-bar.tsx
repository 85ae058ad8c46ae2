import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import { paths } from "#shared/paths.ts";
import styles from "./bottom-bar.module.css";

export interface BottomBarProps {
  /** Absent while no account is chosen: then only the account button is shown. */
  menu?: { readonly invoicesTo?: string };
  currentPath: string;
}

/**
 * The bar on narrow screens. The Account and Menu buttons, which follow it in the document, are positioned over its end,
 * so that the Tab key meets all of them in the order that they're seen in.
 */
export function BottomBar({ menu, currentPath }: BottomBarProps) {
  return (
    <div className={styles.bar}>
      {menu && (
        <nav aria-label="Shortcuts" className={styles.places}>
          <BarLink to={paths.dashboard()} icon="layout-dashboard" name="Home" {...{ currentPath }} />
          {menu.invoicesTo && (
            <BarLink to={menu.invoicesTo} icon="receipt-text" name="Invoices" {...{ currentPath }} />
          )}
          <BarLink to={paths.search()} icon="search" name="Search" {...{ currentPath }} />
        </nav>
      )}
    </div>
  );
}

interface BarLinkProps {
  to: string;
  icon: IconName;
  name: string;
  currentPath: string;
}

function BarLink({ to, icon, name, currentPath }: BarLinkProps) {
  const isBelow = currentPath.startsWith(`${to}/`);
  return (
    <a className={styles.place} href={to} aria-current={currentPath === to ? "page" : isBelow || undefined}>
      <Icon name={icon} />
      {name}
    </a>
  );
}
