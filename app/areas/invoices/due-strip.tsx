import type { Panel } from "#app/errors/panel.ts";
import { paths } from "#app/paths.ts";
import { PanelError } from "#app/ui/panel-error.tsx";
import styles from "./due-strip.module.css";
import type { DueView } from "./due.ts";

/** How much is due, in how many invoices, and since when. */
export function DueStrip({ due }: { due: Panel<DueView> }) {
  if (!due.ok) return <PanelError text={due.message} reference={due.reference} retryTo={paths.invoices()} />;
  const { amount, count, countText, oldest } = due.value;
  return (
    <section className={styles.strip} aria-label="What is due">
      <dl className={styles.figures}>
        {amount !== undefined && (
          <div>
            <dt>Outstanding</dt>
            <dd className={styles.amount}>{amount}</dd>
          </div>
        )}
        <div>
          <dt>Unpaid invoices</dt>
          <dd>{countText}</dd>
        </div>
        {oldest && count > 0 && (
          <div>
            <dt>Oldest unpaid</dt>
            <dd>{oldest}</dd>
          </div>
        )}
      </dl>
      {count === 0 && <p className={styles.note}>Nothing is due. Thank you.</p>}
    </section>
  );
}
