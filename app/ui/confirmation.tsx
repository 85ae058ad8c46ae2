import type { ReactNode } from "react";
import styles from "./confirmation.module.css";
import { Icon } from "./icon.tsx";

interface ConfirmationProps {
  /** What was done, e.g. 'Contact updated successfully.' */
  text: string;
  /** What else is to know, and the ways on. */
  children: ReactNode;
}

/** Says that something was saved, where it is all that the page has to say. */
export function Confirmation({ text, children }: ConfirmationProps) {
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
