import { DismissibleMessage } from "#app/ui/message.tsx";
import styles from "./message-bar.module.css";
import type { MessageView } from "./view-models.ts";

/** Messages above the page. Dismissing them and hiding them after 10 seconds work without scripts. */
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
