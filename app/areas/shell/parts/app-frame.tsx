import type { ReactNode } from "react";
import styles from "./app-frame.module.css";

interface AppFrameProps {
  header: ReactNode;
  /** Absent while no account is chosen; the page then uses the full width. */
  navigation?: ReactNode;
  messages?: ReactNode;
  footer: ReactNode;
  bottomBar?: ReactNode;
  floating?: ReactNode;
  children: ReactNode;
}

export function AppFrame({
  header,
  navigation,
  messages,
  footer,
  bottomBar,
  floating,
  children,
}: AppFrameProps) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      {header}
      <div className={styles.frame} data-navigation={Boolean(navigation)}>
        {navigation}
        <div className={styles.column}>
          {messages}
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
          {footer}
        </div>
      </div>
      {bottomBar}
      {floating}
    </>
  );
}
