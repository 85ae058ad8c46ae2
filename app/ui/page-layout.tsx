import { Children, type PropsWithChildren } from "react";
import styles from "./page-layout.module.css";

export function PageParts({ children }: PropsWithChildren) {
  return <div className={styles.parts}>{children}</div>;
}

export function CardGrid({ children }: PropsWithChildren) {
  // Not done with :has(), which makes the browser restyle a page with cards whenever an element is added to it.
  return (
    <div className={styles.cards} data-count={Children.toArray(children).length}>
      {children}
    </div>
  );
}
