import { CheckboxesField, CheckboxField, FixedField, RadioField, SelectField } from "#app/forms/fields.tsx";
import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { filesNotSentText } from "#app/forms/files-not-sent.ts";
import { useFormField } from "#app/forms/form-context.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import type { FormView } from "#app/forms/reply.ts";
import { Button } from "#app/ui/button.tsx";
import controls from "#app/ui/control.module.css";
import { describedBy, Field } from "#app/ui/field.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { ATTACHMENT_MB, ATTACHMENT_TYPES, sampleAccountForm } from "./account-form.ts";

const titles = ["Mr", "Mrs", "Miss", "Ms"].map((label, index) => ({ value: String(index + 1), label }));
const options = (...labels: readonly string[]) =>
  labels.map((label) => ({ value: label.toLowerCase(), label }));

/** The sample form, which the server checks but never saves. */
export function AccountSample({ view, reply }: { view: FormView; reply: unknown }) {
  return (
    <PortalForm form={sampleAccountForm} view={view} reply={reply}>
      <Fields>
        <FixedField name="accountName" />
        <SelectField name="title" placeholder="Please choose..." options={titles} />
        <TextField name="givenName" autoComplete="off" />
        <TextField name="surname" autoComplete="off" />
        <TextField name="position" autoComplete="off" />
        <TextField name="memorableWord" type="password" width="medium" autoComplete="new-password" />
        <TextField name="email" type="email" autoComplete="off" />
        <TextField name="phone" type="tel" width="medium" autoComplete="off" />
        <TextAreaField name="message" />
        <TextField name="signature" hint="Type your full name." autoComplete="off" />
        <CheckboxesField name="billingPreferences" options={options("Post", "Email")} />
        <RadioField name="marketingPreference" inline options={options("Yes", "No")} />
        <CheckboxField name="accountHolderConfirm" />
        <CheckboxField name="accountAuthConfirm" />
        <AttachmentField />
      </Fields>
      <ButtonRow>
        <Button variant="primary">Save Sample</Button>
      </ButtonRow>
    </PortalForm>
  );
}

/** The file input must come last, because the server doesn't read fields after a file. */
function AttachmentField() {
  const { id, name, label, optional, errors, initialValue } = useFormField("attachment");
  const fieldProps = {
    id,
    label,
    optional,
    errors,
    hint: `A DOC or DOCX document, smaller than ${ATTACHMENT_MB} MB.`,
    warnings: initialValue !== "" && errors.length === 0 ? [filesNotSentText(initialValue)] : [],
  };
  return (
    <Field {...fieldProps}>
      <input
        {...describedBy(fieldProps)}
        type="file"
        name={name}
        accept={ATTACHMENT_TYPES.map((type) => `.${type}`).join()}
        className={controls.control}
      />
    </Field>
  );
}
