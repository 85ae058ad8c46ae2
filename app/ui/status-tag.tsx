import { Icon } from "./icon.tsx";
import { type Tone, toneIcon } from "./tone.ts";
import styles from "./status-tag.module.css";

/** A status in words with its tone's shape, for rows and headings. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      <Icon name={toneIcon[tone]} size="small" />
      {children}
    </span>
  );
}
