import type { NotificationsView } from "#app/areas/shell/shell-view.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./notifications-menu.module.css";
import popup from "./popup.module.css";

export function NotificationsMenu({ unreadCount, latest }: NotificationsView) {
  return (
    <details className={popup.menu} name="shell-menu">
      <summary className={`${popup.summary} ${styles.bell}`}>
        <Icon name="bell" />
        <span className="visually-hidden">Notifications</span>
        <Badge count={unreadCount} label="unread" />
      </summary>
      <section className={`${popup.panel} ${styles.panel}`} aria-label="Latest notifications">
        <div className={styles.top}>
          <h2 className={styles.heading}>Notifications</h2>
          <a href={paths.notifications()}>View all</a>
        </div>
        <Latest latest={latest} />
      </section>
    </details>
  );
}

function Latest({ latest }: Pick<NotificationsView, "latest">) {
  if (!latest) return <PanelError message="There was an error loading notifications." />;
  if (latest.length === 0) {
    return (
      <EmptyState icon="bell" compact>
        You have no recent notifications
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {latest.map(({ id, title, detail, openingUrl, unread }) => (
        <li key={id}>
          <a className={styles.entry} href={openingUrl} data-unread={unread}>
            {unread && <span className="visually-hidden">Unread: </span>}
            <span className={styles.subject}>{title}</span>
            <span className={styles.date}>{detail}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
