import type { ReactNode } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  summary: string;
  open?: boolean;
  children: ReactNode;
}

export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" size="small" />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
