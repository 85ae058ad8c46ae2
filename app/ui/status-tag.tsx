import { Icon } from "./icon.tsx";
import styles from "./status-tag.module.css";
import { toneIcon, type Tone } from "./tone.ts";

export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {tone !== "neutral" && <Icon name={toneIcon[tone]} size="small" />}
      {children}
    </span>
  );
}
