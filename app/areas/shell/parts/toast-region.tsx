import { useState } from "react";
import { useLive, type UseLiveOptions } from "#app/live/use-live.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./toast-region.module.css";

/** Receives live events and shows their toasts. Rendered even while it's empty, so that screen readers announce the first one. */
export function ToastRegion(options: UseLiveOptions) {
  const { toasts, switchedTo, dismiss, pauseHandlers } = useLive(options);
  const [dismissedId, setDismissedId] = useState<string>();
  return (
    // Only additions: if a toast's event is of an unknown kind, its text changes once the notification has loaded, and that
    // mustn't be announced again.
    <div
      className={styles.region}
      role="log"
      aria-relevant="additions"
      aria-label="New notifications"
      {...pauseHandlers}
    >
      {toasts.map(({ id, message, to }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.icon}>
            <Icon name="bell" />
          </span>
          <div className={styles.text}>
            <p className={styles.heading}>New Notification</p>
            <p className={styles.message}>{message}</p>
            <a className={styles.link} href={to} onClick={() => dismiss(id)}>
              View details
            </a>
          </div>
          <IconButton icon="x" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
      {switchedTo && switchedTo.id !== dismissedId && (
        <div className={styles.toast}>
          <div className={styles.text}>
            <p className={styles.heading}>You&apos;ve switched accounts</p>
            <p className={styles.message}>You&apos;ve switched to {switchedTo.name} in another tab.</p>
            <a className={styles.link} href={paths.dashboard()} data-reload-document>
              Go to its dashboard
            </a>
          </div>
          <IconButton icon="x" label="Dismiss" onClick={() => setDismissedId(switchedTo.id)} />
        </div>
      )}
    </div>
  );
}
