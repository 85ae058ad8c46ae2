import type { ReactNode } from "react";
import styles from "./card.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface CardProps {
  heading: string;
  id: string;
  icon?: IconName;
  footer?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}

export function Card({ heading, id, icon, footer, flush, children }: CardProps) {
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-heading`}>
      <div className={styles.top}>
        <h2 className={styles.heading} id={`${id}-heading`}>
          {icon && <Icon name={icon} />}
          {heading}
        </h2>
      </div>
      <div className={styles.body} data-flush={flush}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}
