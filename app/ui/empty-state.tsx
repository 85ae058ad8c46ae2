import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface EmptyStateProps {
  /** Default: an empty inbox. */
  icon?: IconName;
  /** The spec's sentence, e.g. 'You have no open tickets'. */
  children: ReactNode;
  /** The way on, where there is one. */
  action?: ReactNode;
  /** Inside a card: without the big margins of a page. */
  compact?: boolean;
}

/** There is nothing, and that is no fault. */
export function EmptyState({ icon = "inbox", children, action, compact }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-compact={compact}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
