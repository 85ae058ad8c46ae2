import { Icon } from "#app/ui/icon.tsx";
import styles from "./bottom-bar.module.css";

/**
 * The bar under narrow screens: Invoices, Menu, Account. It draws the bar and the first place; the other two are
 * the summaries of SideNavigation and AccountMenu, which styles put there. Without the role the first is empty.
 */
export function BottomBar({ invoicesTo, current }: { invoicesTo?: string; current?: boolean }) {
  return (
    <div className={styles.bar}>
      {invoicesTo && (
        <nav aria-label="Shortcut">
          <a className={styles.place} href={invoicesTo} aria-current={current ? "page" : undefined}>
            <Icon name="receipt-text" />
            Invoices
          </a>
        </nav>
      )}
    </div>
  );
}
