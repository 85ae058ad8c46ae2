import type { ReactNode } from "react";
import styles from "./form-layout.module.css";

interface PartProps {
  children: ReactNode;
}

/** The page of a form, or of what came of it: no wider than one reads, an equal distance between its parts. */
export function FormPage({ children }: PartProps) {
  return <div className={styles.page}>{children}</div>;
}

/** Fields under each other. */
export function Fields({ children }: PartProps) {
  return <div className={styles.fields}>{children}</div>;
}

/** What one may press, side by side; on a phone each takes the whole width. */
export function ButtonRow({ children }: PartProps) {
  return <div className={styles.buttons}>{children}</div>;
}
