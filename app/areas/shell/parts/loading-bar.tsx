import styles from "./loading-bar.module.css";

interface LoadingBarProps {
  busy: boolean;
  announced: string;
}

/** A thin line at the top while the next page is on its way; appears only when that takes a moment. */
export function LoadingBar({ busy, announced }: LoadingBarProps) {
  return (
    <div className={styles.bar} data-busy={busy} role="status">
      <span className="visually-hidden">{busy ? "Loading" : announced}</span>
    </div>
  );
}
