import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import {
  FAILED_CHECK,
  linksElsewhere,
  toNotificationLink,
} from "#app/areas/notifications/notification-link.ts";
import { openNotification } from "#app/areas/notifications/opened-notification.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { sanitizeHtmlField } from "#shared/html.server.ts";
import { archiveFields, changeNotification, isNotificationId } from "./change-notification.server.ts";
import { notificationList } from "./notification-list.server.ts";
import { ArchiveForm, UpdateFailure } from "./notification-parts.tsx";
import styles from "./notifications.module.css";

export const meta = pageTitle("Notification");

/** Marks the notification as read. With `?open`, redirects to the page that it links to. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id } = args.params;
  if (!isNotificationId(id)) throw pageNotFound();
  const { notification, failure } = await openNotification(args, portal, id);
  const target = toNotificationLink(notification);
  if (new URL(args.request.url).searchParams.has("open")) {
    if (failure) portal.session.flash({ tone: "error", text: failure.message });
    throw redirect(target);
  }
  const label = notification.type === FAILED_CHECK ? "What went wrong" : "View the results";
  return {
    ...rowInList(notificationList, notification, args.request.url),
    subjectHtml: sanitizeHtmlField(notification.subject),
    messageHtml: sanitizeHtmlField(notification.message),
    issuedBy: notification.issuedBy,
    target: linksElsewhere(notification) ? { to: target, label } : undefined,
    failure,
  };
}

export const action = withFormsForDocs([archiveFields], async (args: ActionFunctionArgs) =>
  changeNotification(args, await requireAccount(args), args.params["id"] ?? ""),
);

export default function NotificationPage() {
  const { list, row, target, backTo, ...view } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.failure ?? view.failure;
  const isBusy = useNavigation().state !== "idle";
  return (
    <div className={styles.page} aria-busy={isBusy || undefined}>
      <PageHeader
        title="Notification"
        back={{ to: backTo, label: "Back to Notifications" }}
        actions={<ArchiveForm isArchived={row.rowData.isArchived} />}
      />
      {failure && <UpdateFailure {...failure} />}
      <div className={styles.content}>
        <SelectedRow caption="This notification" list={list} row={row} />
        <Card
          heading="Notification Breakdown"
          id="breakdown"
          icon="bell"
          footer={
            target && (
              <ButtonLink to={target.to} variant="primary" icon="activity">
                {target.label}
              </ButtonLink>
            )
          }
        >
          <DescriptionList
            items={[
              { term: "Subject", detail: <SafeHtml html={view.subjectHtml} /> },
              { term: "Date Issued", detail: row.text.issued },
              { term: "Status", detail: row.text.status },
              { term: "Issued By", detail: view.issuedBy },
              { term: "Message", detail: <SafeHtml html={view.messageHtml} /> },
            ]}
          />
        </Card>
        {isBusy && (
          <div className={styles.overlay}>
            <Spinner label="Please wait" />
          </div>
        )}
      </div>
    </div>
  );
}

function SafeHtml({ html }: { html: string }) {
  return html && <div className={styles.html} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
