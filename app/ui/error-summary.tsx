import styles from "./error-summary.module.css";
import { Icon } from "./icon.tsx";

interface ErrorSummaryProps {
  /** The spec's banner text, or the default heading of a refused form. */
  heading?: string;
  /** Warnings only: nothing is wrong, the form asks to be sent again. */
  tone?: "error" | "warning";
  /** `href` is `#` and the id of the control; without it the sentence stands alone. */
  items: readonly { text: string; href?: string }[];
}

/**
 * What is wrong with a form, at its top, each line a link to its field. Takes the focus when it appears, with
 * scripts or without; give it a `key` that changes with each answer so that it does so again.
 */
export function ErrorSummary({ heading = "There is a problem", tone = "error", items }: ErrorSummaryProps) {
  return (
    <div
      className={styles.summary}
      data-tone={tone}
      role="alert"
      aria-labelledby="error-summary-heading"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the person must learn at once that nothing was saved
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

// Late hydration must not pull the focus out of a field in which someone already types again.
function takeFocus(summary: HTMLElement | null) {
  if (summary && !document.activeElement?.matches("input, select, textarea")) summary.focus();
}
