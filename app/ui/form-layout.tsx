import type { PropsWithChildren } from "react";
import styles from "./form-layout.module.css";

export function FormPage({ children }: PropsWithChildren) {
  return <div className={styles.page}>{children}</div>;
}

export function Fields({ children }: PropsWithChildren) {
  return <div className={styles.fields}>{children}</div>;
}

export function ButtonRow({ children }: PropsWithChildren) {
  return <div className={styles.buttons}>{children}</div>;
}
