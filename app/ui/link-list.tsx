import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";
import styles from "./link-list.module.css";

export interface LinkListItem {
  id?: string;
  to: string;
  title: string;
  detail?: ReactNode;
  /** Under the detail, with links of its own. */
  more?: ReactNode;
  icon?: IconName;
  after?: ReactNode;
  unread?: boolean;
  isFile?: boolean;
}

export function LinkList({ items }: { items: readonly LinkListItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id ?? item.to} className={styles.row} data-unread={item.unread}>
          {item.icon && <Icon name={item.icon} />}
          <div className={styles.words}>
            <a className={styles.link} href={item.to} data-reload-document={item.isFile}>
              {item.unread && <span className="visually-hidden">Unread: </span>}
              <bdi>{item.title}</bdi>
            </a>
            {item.detail && (
              <div className={styles.detail} dir="auto">
                {item.detail}
              </div>
            )}
            {item.more}
          </div>
          {item.after}
          <Icon name={item.isFile ? "download" : "chevron-right"} size="small" />
        </li>
      ))}
    </ul>
  );
}
