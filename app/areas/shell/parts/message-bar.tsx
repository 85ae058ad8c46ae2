import { DismissibleMessage } from "#app/ui/message.tsx";
import styles from "./message-bar.module.css";
import type { MessageView } from "./view-models.ts";

/**
 * Messages above the page. Each can be dismissed without scripts; page messages leave after 10 seconds where
 * scripts are on (spec 1 §9), by styles alone, and wait while someone points at or is inside them.
 */
export function MessageBar({ messages }: { messages: readonly MessageView[] }) {
  return (
    <div className={styles.bar} role="status">
      {messages.map(({ id, tone, text, lasting }) => (
        <div key={id} className={styles.message} data-lasting={lasting}>
          <DismissibleMessage tone={tone}>
            <p>{text}</p>
          </DismissibleMessage>
        </div>
      ))}
    </div>
  );
}
