import type { ReactNode } from "react";
import styles from "./confirmation.module.css";
import { Icon } from "./icon.tsx";

export function Confirmation({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.confirmation}>
      <span className={styles.icon}>
        <Icon name="circle-check" />
      </span>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
