import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { readListState } from "#app/grid/define-list.ts";
import { Grid } from "#app/grid/grid.tsx";
import { placeOf } from "#app/grid/list-place.ts";
import { loadList } from "#app/grid/load-list.ts";
import { paths } from "#app/paths.ts";
import { requireAccount } from "#app/request/require.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ArchiveRowForm } from "./archive-form.tsx";
import { changeNotification } from "./change-notification.server.ts";
import { notificationCells } from "./notification-cells.tsx";
import { notificationList } from "./notification-list.ts";
import { toNotificationRow } from "./notification-row.ts";
import { askForNotifications } from "./notification-source.server.ts";
import styles from "./notifications.module.css";
import { UpdateFailure } from "./update-failure.tsx";

export const meta = titled("Notifications");

/** One page of the account's notifications, by the address. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const state = readListState(args.request.url, notificationList);
  const list = await loadList(notificationList, state, askForNotifications(portal));
  const place = placeOf(notificationList, list.state);
  const rows = list.items.map((one) => toNotificationRow(one, place));
  return { state: list.state, total: list.total, rows, account: portal.account.clientId };
}

/** Archives a row, or takes it back; the list comes again as it stood. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  return changeNotification(args, portal);
}

/** Notifications (spec 1 §2). */
export default function Notifications() {
  const { state, total, rows, account } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <div className={styles.list} aria-busy={isBusy || undefined}>
      <PageHeader
        title="Notifications"
        intro={<p>Notifications are archived automatically after 30 days.</p>}
      />
      {answer && <UpdateFailure {...answer.failure} />}
      <Grid
        list={notificationList}
        state={state}
        total={total}
        noun="notifications"
        caption="Notifications of this account"
        empty="You have no recent notifications"
        emptyIcon="bell"
        csvTo={paths.notificationsCsv()}
        rows={rows.map((row) => ({
          key: row.id,
          cells: notificationCells(row, <ArchiveRowForm {...row} account={account} />),
        }))}
      />
    </div>
  );
}
