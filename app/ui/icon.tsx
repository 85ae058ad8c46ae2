import styles from "./icon.module.css";
import type { IconName } from "./icons/names.ts";
import sprite from "./icons/sprite.svg?url";

/** Hidden from screen readers, so text beside it must say what it means. */
export function Icon({ name, size }: { name: IconName; size?: "small" | "large" }) {
  return (
    <svg className={styles.icon} data-size={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
