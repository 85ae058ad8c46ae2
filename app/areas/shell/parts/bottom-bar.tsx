import { Icon } from "#app/ui/icon.tsx";
import styles from "./bottom-bar.module.css";

/** The bar under narrow screens: Invoices, and place for the buttons of SideNavigation and AccountMenu. */
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
