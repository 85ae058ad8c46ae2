import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface EmptyStateProps {
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}

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
