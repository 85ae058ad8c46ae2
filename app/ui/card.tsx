import type { ReactNode } from "react";
import styles from "./card.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface CardProps {
  /** Names the card for everyone: it becomes a region of the page. */
  heading: string;
  /** Unique on the page; the heading's id is made from it. */
  id: string;
  icon?: IconName;
  /** One or two small buttons or links beside the heading. */
  actions?: ReactNode;
  /** What to do with the whole, under a line. */
  footer?: ReactNode;
  /** The content reaches the edges: tables and lists of links. */
  flush?: boolean;
  /** Default 2. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A titled surface: one subject of a page. */
export function Card({ heading, id, icon, actions, footer, flush, level = 2, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-heading`}>
      <div className={styles.top}>
        <Heading className={styles.heading} id={`${id}-heading`}>
          {icon && <Icon name={icon} />}
          {heading}
        </Heading>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.body} data-flush={flush}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}
