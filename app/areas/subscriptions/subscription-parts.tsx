import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/list.server.ts";
import type { subscriptionList } from "./subscription-list.server.ts";
import styles from "./subscriptions.module.css";

type SubscriptionRow = RowOf<typeof subscriptionList>;

/** The cells of a subscription, in the list and on its own page. */
export const subscriptionCells = {
  notes: ({ text }: SubscriptionRow) => <span className={styles.notes}>{text.notes}</span>,
  expires: ({ more }: SubscriptionRow, shown: ReactNode) =>
    more.expiresIn && (
      <span className={styles.expiry}>
        {shown} <span className={styles.days}>{more.expiresIn}</span>
      </span>
    ),
};
