import styles from "./safe-html.module.css";

/** Shows HTML that a loader has cleaned with `sanitizeHtmlField`. Never pass it any other. */
export function SafeHtml({ html }: { html: string }) {
  return <div className={styles.html} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
