import { Message } from "#app/ui/message.tsx";
import styles from "./notifications.module.css";

export interface UpdateFailureView {
  readonly message: string;
  readonly reference?: string;
}

/** 'There was an error updating the notification.', told in place; the page stays as it was. */
export function UpdateFailure({ message, reference }: UpdateFailureView) {
  return (
    <div role="alert" className={styles.failure}>
      <Message tone="error">
        <p>{message}</p>
        {reference && (
          <p className={styles.reference}>
            Reference <code>{reference}</code>
          </p>
        )}
      </Message>
    </div>
  );
}
