import { Children, type ReactNode } from "react";
import styles from "./page-layout.module.css";

interface PartsProps {
  children: ReactNode;
}

export function PageParts({ children }: PartsProps) {
  return <div className={styles.parts}>{children}</div>;
}

export function CardGrid({ children }: PartsProps) {
  // Not done with :has(), which makes the browser restyle a page with cards whenever an element is added to it.
  return (
    <div className={styles.cards} data-count={Children.toArray(children).length}>
      {children}
    </div>
  );
}
