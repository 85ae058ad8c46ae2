import styles from "./spinner.module.css";

/** Something is awaited; `label` says what, e.g. 'Please wait'. Turns by styles alone. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className={styles.spinner} role="status">
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </p>
  );
}
