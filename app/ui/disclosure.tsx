import type { ReactNode } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

/** More to unfold, without scripts. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" size="small" />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
