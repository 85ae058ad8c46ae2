import { useEffect, useState } from "react";
import styles from "./loading-bar.module.css";

/** A line at the top while the next page loads, delayed by CSS for fast loads. Announces the new page's title. */
export function LoadingBar({ busy, announcement }: { busy: boolean; announcement: string }) {
  return (
    <div className={styles.bar} data-busy={busy} role="status">
      <span className="visually-hidden">{busy ? <Loading /> : announcement}</span>
    </div>
  );
}

/** Most pages load sooner, and then only their title is worth announcing. */
const SAY_LOADING_AFTER_MS = 1_000;

function Loading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SAY_LOADING_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && "Loading";
}
