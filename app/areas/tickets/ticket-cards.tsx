import type { ComponentProps } from "react";
import { DownloadCard } from "#app/files/download-card.tsx";
import { FilesField } from "#app/files/files-field.tsx";
import { SelectField, TextAreaField } from "#app/forms/fields.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import { FoldedFields } from "./ticket-folded-fields.tsx";
import styles from "./tickets.module.css";
import { UpdateHistory } from "./update-history.tsx";

interface TicketCardsProps extends Omit<ComponentProps<typeof DownloadCard>, "heading"> {
  view: TicketView;
  saved: ComponentProps<typeof FoldedFields>["saved"];
  /** 'all' or 'none' after Expand all or Collapse all without scripts. */
  notesToShow: string | undefined;
}

export function TicketCards({ view, saved, notesToShow, ...files }: TicketCardsProps) {
  const { facts, lineTest, notes, totalNotes } = view;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <UpdateHistory notes={notes} totalNotes={totalNotes} notesToShow={notesToShow} />
        <div className="no-print">
          <Card heading="Reply" id="reply" icon="mail">
            <ReplyFields view={view} saved={saved} />
          </Card>
        </div>
      </div>
      <div className={styles.column}>
        <Card heading="Ticket Breakdown" id="breakdown" icon="life-buoy">
          <div className={styles.facts}>
            <DescriptionList items={facts} />
            {lineTest && (
              <ButtonLink to={lineTest.to} icon="activity">
                {lineTest.label}
              </ButtonLink>
            )}
          </div>
        </Card>
        <DownloadCard heading="Attached Files" {...files} />
      </div>
    </div>
  );
}

/** The file field must come last in the form, because fields and named buttons after the files aren't read. */
function ReplyFields({ view, saved }: Pick<TicketCardsProps, "view" | "saved">) {
  const { statusButton } = view;
  return (
    <Fields>
      <TextAreaField
        name="message"
        label="Your reply"
        hint="We'll add it to the history above."
        rows={4}
        sayOptional={false}
      />
      <div className={styles.status}>
        <SelectField name="statusId" sayOptional={false} />
        <Button name="statusId" value={statusButton.value} icon={statusButton.icon}>
          {statusButton.label}
        </Button>
      </div>
      <FoldedFields saved={saved} view={view} />
      <FilesField />
      <div className={styles.buttons}>
        <Button variant="primary" icon="mail">
          Send reply
        </Button>
        <Button>Save Changes</Button>
      </div>
    </Fields>
  );
}
