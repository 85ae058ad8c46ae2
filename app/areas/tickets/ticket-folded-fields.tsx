import { useState } from "react";
import { normaliseLineBreaks } from "#app/forms/define-form.ts";
import { FixedField, SelectField, TextAreaField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import type { FormView } from "#app/forms/reply.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";

interface FoldedFieldsProps {
  /** The ticket's saved values; undefined if a draft is shown. */
  saved: FormView["values"] | undefined;
  hasLongDetails: boolean;
}

/** Contact, address and details, collapsed unless the form came back with one of them changed or refused. */
export function FoldedFields({ saved, hasLongDetails }: FoldedFieldsProps) {
  // A live event may reload what another user has saved, which is no change in this form.
  const [initiallySaved] = useState(saved);
  const fields = [useFormField("contactId"), useFormField("addressId"), useFormField("details")];
  const isTouched =
    initiallySaved === undefined ||
    fields.some(
      ({ name, errors, warnings, initialValue }) =>
        errors.length + warnings.length > 0 || normaliseLineBreaks(initialValue) !== initiallySaved[name],
    );
  // Stays open while errors are corrected.
  const [isOpen, setIsOpen] = useState(isTouched);
  if (isTouched && !isOpen) setIsOpen(true);
  return (
    <Disclosure summary={fields.map(({ label }) => label).join(", ")} open={isOpen}>
      <Fields>
        <SelectField name="contactId" placeholder="Please choose..." />
        <SelectField name="addressId" placeholder="Please choose..." />
        {hasLongDetails ? <FixedField name="details" /> : <TextAreaField name="details" rows={6} />}
      </Fields>
    </Disclosure>
  );
}
