import { Icon } from "./icon.tsx";
import styles from "./panel-error.module.css";

interface PanelErrorProps {
  /** The error catalogue's sentence for this panel. */
  text: string;
  /** What the person can read to the help desk, and the log can find. */
  reference?: string;
  /** The same page again. */
  retryTo?: string;
}

/** In place of a panel's content when its source failed; the rest of the page stays. */
export function PanelError({ text, reference, retryTo }: PanelErrorProps) {
  return (
    <div className={styles.panel}>
      <Icon name="octagon-alert" />
      <div>
        <p>{text}</p>
        <p className={styles.small}>
          {reference && (
            <>
              Reference <code>{reference}</code>
            </>
          )}
          {reference && retryTo && " · "}
          {retryTo && <a href={retryTo}>Try again</a>}
        </p>
      </div>
    </div>
  );
}
