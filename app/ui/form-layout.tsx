import type { ReactNode } from "react";
import styles from "./form-layout.module.css";

interface PartProps {
  children: ReactNode;
}

export function FormPage({ children }: PartProps) {
  return <div className={styles.page}>{children}</div>;
}

export function Fields({ children }: PartProps) {
  return <div className={styles.fields}>{children}</div>;
}

export function ButtonRow({ children }: PartProps) {
  return <div className={styles.buttons}>{children}</div>;
}
