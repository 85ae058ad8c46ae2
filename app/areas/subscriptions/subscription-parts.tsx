import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/define-list.server.ts";
import type { subscriptionList } from "./subscription-list.server.ts";
import styles from "./subscriptions.module.css";

type SubscriptionRow = RowOf<typeof subscriptionList>;

export const subscriptionCells = {
  notes: ({ text }: SubscriptionRow) => text.notes && <span className={styles.notes}>{text.notes}</span>,
  expires: ({ rowData }: SubscriptionRow, date: ReactNode) =>
    rowData.expiresIn ? (
      <span className={styles.expiry}>
        {date} <span className={styles.days}>{rowData.expiresIn}</span>
      </span>
    ) : (
      date
    ),
};
