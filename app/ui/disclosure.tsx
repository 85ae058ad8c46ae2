import type { ComponentProps } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

interface DisclosureProps extends Pick<ComponentProps<"details">, "open" | "onToggle" | "children"> {
  summary: string;
  /** Shows its first lines while it's closed. */
  "data-preview"?: true | undefined;
}

export function Disclosure({ summary, children, ...details }: DisclosureProps) {
  return (
    <details className={styles.disclosure} {...details}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" size="small" />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
