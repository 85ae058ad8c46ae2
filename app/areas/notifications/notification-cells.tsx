import type { ReactNode } from "react";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { NotificationRow } from "./notification-row.ts";
import styles from "./notifications.module.css";

/** A notification in the columns of the list; `tools` stand beside the View icon. */
export function notificationCells(row: NotificationRow, tools: ReactNode) {
  const { issued, subject, isUnread, to } = row;
  return {
    issued,
    ...factCells(row),
    subject: (
      <a href={to} data-row-link="" className={styles.subject} data-unread={isUnread}>
        {subject}
      </a>
    ),
    view: (
      <div className={styles.tools}>
        <IconLink to={to} icon="eye" size="small" title="View" label={`View ${subject} of ${issued}`} />
        {tools}
      </div>
    ),
  };
}

/** What stands in the list and in the notification's own row alike. */
export function factCells({ priority, isUrgent, status }: NotificationRow) {
  return {
    priority: (
      <span className={styles.priority} data-urgent={isUrgent}>
        {isUrgent && <Icon name="triangle-alert" size="small" />}
        {priority}
      </span>
    ),
    status: <StatusTag tone={status.tone}>{status.label}</StatusTag>,
  };
}
