import type { ShellView } from "#app/areas/shell/shell-view.server.ts";
import styles from "./employee-strip.module.css";

/** Tells an employee which customer's account they're acting for, on every page and in print. */
export function EmployeeStrip({ accountName, clientId, switchTo }: NonNullable<ShellView["employee"]>) {
  return (
    <aside className={styles.strip} aria-label="Signed in as an employee">
      <strong className={styles.employee}>Employee</strong>
      <span className={styles.account}>
        <span className={styles.words}>acting for </span>
        <strong>{accountName}</strong>
      </span>
      <span className="numeric">{clientId}</span>
      {switchTo && (
        <a className={styles.switch} href={switchTo}>
          Switch account
        </a>
      )}
    </aside>
  );
}
