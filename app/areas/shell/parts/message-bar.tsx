import { DismissibleMessage } from "#app/ui/message.tsx";
import styles from "./message-bar.module.css";

export interface MessageView {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Stays visible, while other messages disappear after 10 seconds. */
  lasting?: boolean;
}

/** Messages above the page, which can be dismissed without scripts. With scripts, CSS hides all but the lasting ones after 10 seconds. */
export function MessageBar({ messages }: { messages: readonly MessageView[] }) {
  return (
    <div className={styles.bar} role="status">
      {messages.map(({ id, tone, text, lasting }) => (
        <div key={id} className={styles.message} data-lasting={lasting}>
          <DismissibleMessage tone={tone}>{text}</DismissibleMessage>
        </div>
      ))}
    </div>
  );
}
