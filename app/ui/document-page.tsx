import type { ReactNode } from "react";
import { PageHeader } from "./page-header.tsx";
import styles from "./document-page.module.css";

interface DocumentPageProps {
  title: string;
  intro?: ReactNode;
  /** E.g. 'Reviewed July 2018'. */
  reviewed?: string;
  back?: { to: string; label: string };
  /** Plain h2, p, ul, table: styled for reading and for paper. */
  children: ReactNode;
}

/** Static text to read: policies, help. */
export function DocumentPage({ title, intro, reviewed, back, children }: DocumentPageProps) {
  return (
    <article className={styles.document}>
      <PageHeader title={title} intro={intro} back={back} />
      <div className={styles.text}>{children}</div>
      {reviewed && <p className={styles.reviewed}>{reviewed}</p>}
    </article>
  );
}
