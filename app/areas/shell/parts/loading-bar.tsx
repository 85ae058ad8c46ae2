import styles from "./loading-bar.module.css";

/** A thin line at the top while the next page is on its way; appears only when that takes a moment. */
export function LoadingBar({ busy }: { busy: boolean }) {
  return (
    <div className={styles.bar} data-busy={busy} role="status">
      {busy && <span className="visually-hidden">Loading</span>}
    </div>
  );
}
