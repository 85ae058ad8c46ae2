import styles from "./brand-mark.module.css";

/**
 * The sign of Demarc: the provider's line and the customer's line, and the point where they meet. Decorative
 * when a name stands beside it; give `name` where it stands alone.
 */
export function BrandMark({ name, size }: { name?: string; size?: "large" }) {
  return (
    <svg
      className={styles.mark}
      data-size={size}
      viewBox="0 0 32 32"
      role={name ? "img" : undefined}
      aria-label={name}
      aria-hidden={name ? undefined : "true"}
      focusable="false"
    >
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.line} d="M5 16h7M20 16h7M16 6v4M16 22v4" />
      <circle className={styles.point} cx="16" cy="16" r="4" />
    </svg>
  );
}
