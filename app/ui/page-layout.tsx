import { Children, type ReactNode } from "react";
import styles from "./page-layout.module.css";

interface PartsProps {
  children: ReactNode;
}

export function PageParts({ children }: PartsProps) {
  return <div className={styles.parts}>{children}</div>;
}

export function CardGrid({ children }: PartsProps) {
  // Not found by :has(), for which each element that joins a page with cards has it styled anew.
  return (
    <div className={styles.cards} data-count={Children.toArray(children).length}>
      {children}
    </div>
  );
}
