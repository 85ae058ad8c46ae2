import type { ComponentProps } from "react";
import { DownloadCard } from "#app/files/download-card.tsx";
import { FilesField } from "#app/files/files-field.tsx";
import { FixedField, SelectField, TextAreaField } from "#app/forms/fields.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import styles from "./tickets.module.css";
import { UpdateHistory } from "./update-history.tsx";

interface TicketCardsProps extends Omit<ComponentProps<typeof DownloadCard>, "heading"> {
  view: TicketView;
  /** 'all' or 'none' after Expand all or Collapse all without scripts. */
  shownNotes: string | undefined;
}

/** The file field must be the form's last one: fields sent after the files are not read. */
export function TicketCards({ view, shownNotes, ...files }: TicketCardsProps) {
  const { facts, otherStatus, lineTest, notes, totalNotes } = view;
  return (
    <div className={styles.columns}>
      <p className={styles.jump}>
        <a href="#update-history">Read the updates</a>
        <a href="#reply">Write a reply</a>
      </p>
      <div className={styles.column}>
        <Card heading="Ticket Breakdown" id="breakdown" icon="life-buoy">
          <div className="stack">
            <DescriptionList items={facts} />
            <Fields>
              <SelectField name="statusId" sayOptional={false} />
              <SelectField name="contactId" placeholder="Please choose..." />
              <SelectField name="addressId" placeholder="Please choose..." />
              {view.hasLongDetails ? (
                <FixedField name="details" />
              ) : (
                <TextAreaField name="details" rows={8} />
              )}
            </Fields>
            <ButtonRow>
              <Button variant="primary">Save Changes</Button>
              <Button name="statusId" value={otherStatus.value} icon={otherStatus.icon}>
                {otherStatus.label}
              </Button>
              {lineTest && (
                <ButtonLink to={lineTest.to} icon="activity">
                  {lineTest.label}
                </ButtonLink>
              )}
            </ButtonRow>
          </div>
        </Card>
        <DownloadCard heading="Attached Files" {...files} />
      </div>
      <div className={styles.column}>
        <UpdateHistory notes={notes} totalNotes={totalNotes} shown={shownNotes} />
        <div className="no-print">
          <Card heading="Reply" id="reply" icon="mail">
            <Fields>
              <TextAreaField
                name="message"
                label="Your reply"
                hint="It is added to the update history."
                sayOptional={false}
              />
              <FilesField />
              <ButtonRow>
                <Button icon="mail">Send Reply</Button>
              </ButtonRow>
            </Fields>
          </Card>
        </div>
      </div>
    </div>
  );
}
