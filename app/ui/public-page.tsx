import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { EnvironmentTag } from "./environment-tag.tsx";
import styles from "./public-page.module.css";

interface PublicPageProps {
  title: string;
  brandName: string;
  appTitle: string;
  environment?: string;
  aside?: ReactNode;
  footerLinks?: readonly { label: string; to: string }[];
  wide?: boolean;
  children: ReactNode;
}

export function PublicPage({
  title,
  brandName,
  appTitle,
  environment,
  aside,
  footerLinks = [],
  wide,
  children,
}: PublicPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <BrandMark />
        {/* Unknown where even the data of every page could not be loaded. */}
        {brandName && <span className={styles.name}>{brandName}</span>}
        <span className={styles.app}>{appTitle}</span>
        {environment && <EnvironmentTag name={environment} />}
      </header>
      <main className={styles.main} data-wide={wide} id="main" tabIndex={-1}>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.body}>{children}</div>
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </main>
      {footerLinks.length > 0 && (
        <footer className={styles.footer}>
          <ul className={styles.links}>
            {footerLinks.map(({ label, to }) => (
              <li key={label}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </footer>
      )}
    </div>
  );
}
