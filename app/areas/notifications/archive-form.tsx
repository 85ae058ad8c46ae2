import { Form } from "@remix-run/react";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";

interface ArchiveFormProps {
  /** The account that the page was rendered for. */
  account: string;
  isArchived: boolean;
}

/** The button of a notification's page. */
export function ArchiveForm({ account, isArchived }: ArchiveFormProps) {
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <Button
        name="intent"
        value={isArchived ? "unarchive" : "archive"}
        icon={isArchived ? "archive-restore" : "archive"}
      >
        {isArchived ? "Un-Archive Notification" : "Archive Notification"}
      </Button>
    </Form>
  );
}

/** The same as a row's icon; it comes back to the list as it stands. */
export function ArchiveRowForm({
  account,
  isArchived,
  id,
  subject,
}: ArchiveFormProps & { id: string; subject: string }) {
  const word = isArchived ? "Un-archive" : "Archive";
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name="id" value={id} />
      <IconButton
        type="submit"
        name="intent"
        value={isArchived ? "unarchive" : "archive"}
        icon={isArchived ? "archive-restore" : "archive"}
        size="small"
        title={word}
        label={`${word} ${subject}`}
      />
    </Form>
  );
}
