import type { ReactNode } from "react";
import styles from "./page-layout.module.css";

interface PartsProps {
  children: ReactNode;
}

export function PageParts({ children }: PartsProps) {
  return <div className={styles.parts}>{children}</div>;
}

export function CardGrid({ children }: PartsProps) {
  return <div className={styles.cards}>{children}</div>;
}
