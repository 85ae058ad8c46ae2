import styles from "./badge.module.css";

export function Badge({ count, label }: { count: number; label: string }) {
  if (count < 1) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">
        {" "}
        {count} {label}
      </span>
    </span>
  );
}
