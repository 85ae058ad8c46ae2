import { DismissibleMessage } from "#app/ui/message.tsx";
import styles from "./message-bar.module.css";
import type { MessageView } from "./view-models.ts";

/** Messages above the page, which can be dismissed without scripts. Where scripts run, CSS hides all but lasting ones after 10 seconds, and those that tell of a failure. */
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
