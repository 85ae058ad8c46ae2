import { Icon } from "#app/ui/icon.tsx";
import styles from "./bottom-bar.module.css";

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
