import { Form } from "@remix-run/react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import styles from "./notifications.module.css";

interface ArchiveFormProps {
  isArchived: boolean;
  /** The row's notification, in a list. */
  row?: { readonly id: string; readonly name: string };
}

/** Archives or unarchives a notification by posting to the page it's on. */
export function ArchiveForm({ isArchived, row }: ArchiveFormProps) {
  const button = {
    name: "intent",
    value: isArchived ? "unarchive" : "archive",
    icon: isArchived ? "archive-restore" : "archive",
  } as const;
  const label = isArchived ? "Un-archive" : "Archive";
  return (
    <Form method="post" replace preventScrollReset>
      <OwnerFields />
      {row ? (
        <>
          <input type="hidden" name="id" value={row.id} />
          <IconButton {...button} type="submit" size="small" title={label} label={`${label} ${row.name}`} />
        </>
      ) : (
        <Button {...button}>{isArchived ? "Un-Archive Notification" : "Archive Notification"}</Button>
      )}
    </Form>
  );
}

export function UpdateFailure({ message, reference }: { message: string; reference?: string }) {
  return (
    <div role="alert" className={styles.failure}>
      <PanelError message={message} reference={reference} />
    </div>
  );
}
