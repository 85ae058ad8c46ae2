import styles from "./brand-mark.module.css";

export function BrandMark({ size }: { size?: "large" }) {
  return (
    <svg className={styles.mark} data-size={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.line} d="M5 16h7M20 16h7M16 6v4M16 22v4" />
      <circle className={styles.point} cx="16" cy="16" r="4" />
    </svg>
  );
}
