import { useLocation } from "@remix-run/react";
import type { ShellView } from "#app/areas/shell/shell-view.server.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import { paths } from "#shared/paths.ts";
import styles from "./bottom-bar.module.css";

/**
 * The bar on narrow screens; without a menu, while no account is chosen, there's only the account button. The Account and Menu buttons come after it in the document and sit over its end, so that
 * the Tab key reaches them in the order that you see.
 */
export function BottomBar({ menu }: Pick<ShellView, "menu">) {
  return (
    <div className={styles.bar}>
      {menu && (
        <nav aria-label="Shortcuts" className={styles.places}>
          <BarLink to={paths.dashboard()} icon="layout-dashboard" name="Home" />
          {menu.invoicesTo && <BarLink to={menu.invoicesTo} icon="receipt-text" name="Invoices" />}
          <BarLink to={paths.search()} icon="search" name="Search" />
        </nav>
      )}
    </div>
  );
}

function BarLink({ to, icon, name }: { to: string; icon: IconName; name: string }) {
  const { pathname } = useLocation();
  const isBelow = pathname.startsWith(`${to}/`);
  return (
    <a className={styles.place} href={to} aria-current={pathname === to ? "page" : isBelow || undefined}>
      <Icon name={icon} />
      {name}
    </a>
  );
}
