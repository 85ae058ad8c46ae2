import type { HTMLAttributes } from "react";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./toast-region.module.css";
import type { ToastView } from "./view-models.ts";

interface ToastRegionProps {
  toasts: readonly ToastView[];
  onDismiss: (id: string) => void;
  /** Pause the expiry of toasts while the pointer or the focus is on one. */
  pauseHandlers: Pick<
    HTMLAttributes<HTMLDivElement>,
    "onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur"
  >;
}

/** Toasts of live events. The region is rendered while it is empty, so that screen readers announce the first toast. */
export function ToastRegion({ toasts, onDismiss, pauseHandlers }: ToastRegionProps) {
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
            <a className={styles.link} href={to} onClick={() => onDismiss(id)}>
              View details
            </a>
          </div>
          <IconButton icon="x" label="Dismiss" onClick={() => onDismiss(id)} />
        </div>
      ))}
    </div>
  );
}
