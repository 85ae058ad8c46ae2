import styles from "./safe-html.module.css";

/** HTML that the loader made safe (`sanitizeHtmlField`), in a cell of a table. */
export function SafeHtml({ html }: { html: string }) {
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: html }} />;
}
