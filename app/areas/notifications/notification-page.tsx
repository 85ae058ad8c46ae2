import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { Table } from "#app/ui/table.tsx";
import { ArchiveForm } from "./archive-form.tsx";
import { factCells } from "./notification-cells.tsx";
import { notificationList } from "./notification-list.ts";
import type { NotificationRow } from "./notification-row.ts";
import type { NotificationView } from "./notification-view.server.ts";
import styles from "./notifications.module.css";
import { UpdateFailure } from "./update-failure.tsx";

/** One notification as the list's only row, and its breakdown (spec 1 §2). */
export function NotificationPage({
  row,
  account,
  failure,
  isBusy,
  ...view
}: NotificationView & { isBusy: boolean }) {
  return (
    <div className={styles.page} aria-busy={isBusy || undefined}>
      <PageHeader
        title="Notification"
        actions={
          <>
            <ButtonLink to={view.back} icon="arrow-left">
              Back to Notifications
            </ButtonLink>
            <ArchiveForm account={account} isArchived={row.isArchived} />
          </>
        }
      />
      {failure && <UpdateFailure {...failure} />}
      <div className={styles.content}>
        <div className={styles.selected}>
          <SelectedNotification row={row} />
        </div>
        <Card
          heading="Notification Breakdown"
          id="breakdown"
          icon="bell"
          footer={
            view.target && (
              <ButtonLink to={view.target.to} variant="primary" icon="activity">
                {view.target.label}
              </ButtonLink>
            )
          }
        >
          <DescriptionList
            items={[
              { term: "Subject", detail: <SafeHtml html={view.subjectHtml} /> },
              { term: "Date Issued", detail: row.issued },
              { term: "Status", detail: row.status.label },
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

function SelectedNotification({ row }: { row: NotificationRow }) {
  const cells: Readonly<Record<string, React.ReactNode>> = { ...row, ...factCells(row) };
  const columns = notificationList.columns.filter(({ icon }) => !icon);
  return (
    <Table
      boxed
      caption="This notification"
      hiddenCaption
      columns={columns.map(({ key, label }) => ({ key, label }))}
      rows={[{ key: row.id, cells: columns.map(({ key }) => cells[key]) }]}
    />
  );
}

/** HTML that the loader made safe. */
function SafeHtml({ html }: { html: string }) {
  if (html === "") return null;
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: html }} />;
}
