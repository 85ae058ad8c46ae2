import type { ReactNode } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  summary: string;
  open?: boolean;
  /** Disclosures of one name close each other. */
  name?: string;
  children: ReactNode;
}

/** More for those who want it; native, so it works without scripts. */
export function Disclosure({ summary, open, name, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open} name={name}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" size="small" />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
