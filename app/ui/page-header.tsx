import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  intro?: ReactNode;
  /** Stand right of the heading; on a phone in a row under it. */
  actions?: ReactNode;
  /** The one way back, on the page of one thing and on a step: names where it leads. */
  back?: { to: string; label: string } | undefined;
}

/** The head of every page: the way back, the heading, what can be done here, and an introduction. */
export function PageHeader({ title, intro, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <a className={styles.back} href={back.to}>
          <Icon name="arrow-left" size="small" />
          {back.label}
        </a>
      )}
      <div className={styles.row}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro && <div className={styles.intro}>{intro}</div>}
    </header>
  );
}
