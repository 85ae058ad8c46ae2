import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  intro?: ReactNode;
  /** An icon at the end of the heading's row. */
  tool?: ReactNode;
  /** Buttons to the right of the heading, or below it on a phone. */
  actions?: ReactNode;
  /** The link back, on an item's page or a step; the label says where it leads. */
  back?: { to: string; label: string } | undefined;
}

export function PageHeader({ title, intro, tool, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <a className={styles.back} href={back.to}>
          <Icon name="arrow-left" size="small" />
          {back.label}
        </a>
      )}
      <div className={styles.row}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {tool}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro && <div className={styles.intro}>{intro}</div>}
    </header>
  );
}
