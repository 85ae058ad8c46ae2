import styles from "./badge.module.css";

interface BadgeProps {
  count: number;
  /** What is counted, said after the number: 'unread notifications'. */
  label: string;
}

/** A count beside a name. Shows '99+' above 99 but says the real number; nothing at 0. */
export function Badge({ count, label }: BadgeProps) {
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
