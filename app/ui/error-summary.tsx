import styles from "./error-summary.module.css";
import { Icon } from "./icon.tsx";

interface ErrorSummaryProps {
  heading?: string;
  tone?: "error" | "warning";
  items: readonly { text: string; href?: string }[];
}

/** A form's errors with links to its fields. Takes the focus when it mounts; a new `key` makes it do so again. */
export function ErrorSummary({ heading = "There is a problem", tone = "error", items }: ErrorSummaryProps) {
  return (
    <div
      className={styles.summary}
      data-tone={tone}
      role="alert"
      aria-labelledby="error-summary-heading"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person must learn immediately that nothing was saved
      autoFocus
      ref={takeFocus}
    >
      <h2 className={styles.heading} id="error-summary-heading">
        <Icon name={tone === "error" ? "octagon-alert" : "triangle-alert"} />
        {heading}
      </h2>
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map(({ text, href }) => (
            <li key={`${href} ${text}`}>{href ? <a href={href}>{text}</a> : text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

// Late hydration mustn't take the focus from a field in which someone is already typing.
function takeFocus(summary: HTMLElement | null) {
  if (summary && !document.activeElement?.matches("input, select, textarea")) summary.focus();
}
