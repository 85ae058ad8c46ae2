import { useLive, type UseLiveOptions } from "#app/live/use-live.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./toast-region.module.css";

/** Receives live events, and shows their toasts. It's rendered while it is empty, so that screen readers announce the first one. */
export function ToastRegion(options: UseLiveOptions) {
  const { toasts, dismiss, pauseHandlers } = useLive(options);
  return (
    // A new kind's text may become its notification's, which isn't said again.
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
    </div>
  );
}
