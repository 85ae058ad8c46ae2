import { useSearchParams } from "@remix-run/react";
import { useState, type ComponentProps } from "react";
import { DownloadCard } from "#app/files/download-card.tsx";
import { FilesField } from "#app/files/files-field.tsx";
import { clean } from "#app/forms/cleaning.ts";
import { FixedField, SelectField, TextAreaField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import type { FormView } from "#app/forms/reply.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import { EDIT_FIELD } from "./ticket-form.ts";
import styles from "./tickets.module.css";
import { UpdateHistory } from "./update-history.tsx";

interface ReplyProps {
  view: TicketView;
  /** The ticket's saved values; undefined if the form shows a draft. */
  saved: FormView["values"] | undefined;
}

type TicketCardsProps = ReplyProps &
  Omit<ComponentProps<typeof DownloadCard>, "heading"> & {
    /** 'all' or 'none' after Expand all or Collapse all without scripts. */
    notesToShow: string | undefined;
  };

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
function ReplyFields({ view, saved }: ReplyProps) {
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

/** Contact, address and details, collapsed unless one of them was changed or refused when the form came back. */
function FoldedFields({ saved, view: { details, addressPlaceholder } }: ReplyProps) {
  // A live event may bring what someone else has saved, which isn't a change in this form.
  const [initiallySaved] = useState(saved);
  const fields = [useFormField("contactId"), useFormField("addressId"), useFormField("details")];
  const isTouched =
    initiallySaved === undefined ||
    fields.some(
      ({ name, errors, warnings, initialValue }) =>
        errors.length + warnings.length > 0 || clean.text(initialValue) !== initiallySaved[name],
    );
  // Stays open while errors are being corrected.
  const [isOpen, setIsOpen] = useState(isTouched);
  if (isTouched && !isOpen) setIsOpen(true);
  const isEditedAsText = details.html === undefined && details.lost !== "";
  const [query] = useSearchParams();
  const editUrl = `?${new URLSearchParams([...query, [EDIT_FIELD, "details"]])}`;
  return (
    <Disclosure summary={fields.map(({ label }) => label).join(", ")} open={isOpen || isEditedAsText}>
      <Fields>
        <SelectField name="contactId" placeholder="Please choose..." />
        <SelectField name="addressId" placeholder={addressPlaceholder} />
        {details.html === undefined ? (
          <TextAreaField
            name="details"
            rows={6}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press that shows it is gone from the page
            autoFocus={isEditedAsText}
            hint={
              isEditedAsText &&
              `This text is shown without ${details.lost}. If you change it, you'll lose that formatting.`
            }
          />
        ) : (
          <FixedField name="details">
            <SafeHtml html={details.html} />
            {details.lost !== "" && (
              <Button size="small" name={EDIT_FIELD} value="details" formAction={editUrl} formNoValidate>
                Edit as text, without {details.lost}
              </Button>
            )}
          </FixedField>
        )}
      </Fields>
    </Disclosure>
  );
}
