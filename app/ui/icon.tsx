import styles from "./icon.module.css";
import type { IconName } from "./icons/names.ts";
import sprite from "./icons/sprite.svg?url";

/** An icon of the sprite, as high as a line of its text. Its meaning must stand beside it in words. */
export function Icon({ name, size }: { name: IconName; size?: "small" | "large" }) {
  return (
    <svg className={styles.icon} data-size={size} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
