import styles from "./safe-html.module.css";

/** Only for HTML that a loader has cleaned with `sanitizeHtmlField`. */
export function SafeHtml({ html }: { html: string }) {
  return <div className={styles.html} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
