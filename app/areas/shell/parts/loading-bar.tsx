import styles from "./loading-bar.module.css";

interface LoadingBarProps {
  busy: boolean;
  announcement: string;
}

/** A line at the top while the next page loads; a CSS delay hides it for fast loads. Announces the new page's title. */
export function LoadingBar({ busy, announcement }: LoadingBarProps) {
  return (
    <div className={styles.bar} data-busy={busy} role="status">
      <span className="visually-hidden">{busy ? "Loading" : announcement}</span>
    </div>
  );
}
