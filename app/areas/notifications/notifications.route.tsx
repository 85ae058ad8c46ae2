import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { archiveFields, changeNotification } from "./change-notification.server.ts";
import { notificationList } from "./notification-list.server.ts";
import { ArchiveForm, UpdateFailure } from "./notification-parts.tsx";
import styles from "./notifications.module.css";

export const meta = pageTitle("Notifications");
export const loader = listLoader(notificationList);

export const action = withFormsForDocs([archiveFields], async (args: ActionFunctionArgs) =>
  changeNotification(args, await requireAccount(args)),
);

export default function Notifications() {
  const { view } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.failure;
  return (
    <ListPage
      title="Notifications"
      intro={
        <>
          Notifications are archived automatically after 30 days.{" "}
          <Link to={paths.messages()}>Notification settings</Link>
        </>
      }
      view={view}
      cells={{
        subject: ({ rowData }, subject) => (
          <>
            {subject}
            {rowData.about && <p className={styles.about}>{rowData.about}</p>}
          </>
        ),
      }}
      tools={({ key, name, rowData }) => (
        <ArchiveForm isArchived={rowData.isArchived} row={{ id: key, name }} />
      )}
    >
      {failure && <UpdateFailure {...failure} />}
    </ListPage>
  );
}
