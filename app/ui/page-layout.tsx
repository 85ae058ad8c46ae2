import type { ReactNode } from "react";
import styles from "./page-layout.module.css";

interface PartsProps {
  children: ReactNode;
}

/** The parts of a page under each other. */
export function PageParts({ children }: PartsProps) {
  return <div className={styles.parts}>{children}</div>;
}

/** Cards beside each other, as many as there is room for. */
export function CardGrid({ children }: PartsProps) {
  return <div className={styles.cards}>{children}</div>;
}
