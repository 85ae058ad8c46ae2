import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { EnvironmentTag } from "./environment-tag.tsx";
import styles from "./public-page.module.css";

interface PublicPageProps {
  /** The page's h1. */
  title: string;
  /** The provider's name. */
  brandName: string;
  /** 'Customer Portal'. */
  appTitle: string;
  /** Shown as a tag unless it is production. */
  environment?: string;
  /** What stands beside or under the card, e.g. the user-guide panel. */
  aside?: ReactNode;
  footerLinks?: readonly { label: string; to: string }[];
  /** Text to read needs a longer line than a form. */
  wide?: boolean;
  children: ReactNode;
}

/** A page without the shell: sign-in, signed-out, no-access, errors. Needs no script and no account. */
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
        <span className={styles.name}>{brandName}</span>
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
