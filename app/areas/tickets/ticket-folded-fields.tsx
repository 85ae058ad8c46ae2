import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { clean } from "#app/forms/cleaning.ts";
import { FixedField, SelectField, TextAreaField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import type { FormView } from "#app/forms/reply.ts";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import { EDIT_FIELD } from "./ticket-form.ts";

interface FoldedFieldsProps {
  /** The ticket's saved values; undefined if the form shows a draft. */
  saved: FormView["values"] | undefined;
  view: Pick<TicketView, "details" | "addressPlaceholder">;
}

/** Contact, address and details, collapsed unless one of them was changed or refused when the form came back. */
export function FoldedFields({ saved, view: { details, addressPlaceholder } }: FoldedFieldsProps) {
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
