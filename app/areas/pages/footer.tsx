import type { ReactNode } from "react";
import { useRootData } from "#app/document/root-data.ts";
import styles from "./footer.module.css";

/** The links below every page, and anything else that belongs there. */
export function Footer({ children }: { children?: ReactNode }) {
  const { footer = [] } = useRootData() ?? {};
  return (
    <footer className={styles.footer}>
      <ul>
        {footer.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
      {children}
    </footer>
  );
}
