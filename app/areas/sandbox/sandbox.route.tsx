import { Form, useLoaderData, useSearchParams } from "@remix-run/react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { CheckboxesField, CheckboxField, FixedField, RadioField, SelectField } from "#app/forms/fields.tsx";
import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { filesNotSentText } from "#app/forms/files-not-sent.ts";
import { useFormField } from "#app/forms/form-context.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { Grid } from "#app/grid/grid.tsx";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import controls from "#app/ui/control.module.css";
import { describedBy, Field } from "#app/ui/field.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { ATTACHMENT_MB, ATTACHMENT_TYPES, sampleAccountForm } from "./account-form.ts";
import { GalleryContents, GallerySections, GalleryState } from "./gallery.tsx";
import { loadSandbox, sampleAccount, submitSandbox } from "./sandbox.server.ts";

export const handle: PageFacts = { acceptsFiles: true };
export const meta = pageTitle("Sandbox");
export const loader = loadSandbox;
export const action = withFormsForDocs([sampleAccount], submitSandbox);

const titles = ["Mr", "Mrs", "Miss", "Ms"].map((label, index) => ({ value: String(index + 1), label }));
const options = (...labels: readonly string[]) =>
  labels.map((label) => ({ value: label.toLowerCase(), label }));

export default function Sandbox() {
  const { contacts } = useLoaderData<typeof loader>();
  const state = useSearchParams()[0].get("state");
  if (state !== null)
    return (
      <>
        <PageHeader title="Sandbox" back={{ to: paths.sandbox(), label: "All components" }} />
        <GalleryState state={state} />
      </>
    );
  return (
    <>
      <div id="page-header" data-component="page-header">
        <PageHeader
          title="Sandbox"
          intro={<p>A form, a list and alerts to try, and every component. Nothing here is saved.</p>}
          back={{ to: paths.dashboard(), label: "Dashboard" }}
          actions={<ButtonLink to="#gallery">Components</ButtonLink>}
        />
      </div>
      <PageParts>
        <Card heading="Demo alerts" id="demo-alerts" icon="bell">
          <PlainButtons
            name="alert"
            buttons={{
              success: "Show a success",
              info: "Show some information",
              warning: "Show a warning",
              error: "Show an error",
            }}
          />
        </Card>
        <Card heading="Calls" id="calls" icon="activity">
          <PlainButtons name="call" buttons={{ token: "Get a new token", data: "Test load data" }} />
        </Card>
        <Card heading="Sample contacts" id="sample-grid" icon="users">
          <Grid view={contacts} />
        </Card>
        <Card heading="Sample account" id="sample-account" icon="user-round">
          <AccountSample />
        </Card>
        <GalleryContents />
        <GallerySections />
      </PageParts>
    </>
  );
}

function PlainButtons({ name, buttons }: { name: string; buttons: Readonly<Record<string, string>> }) {
  return (
    <Form method="post">
      <OwnerFields />
      <ButtonRow>
        {Object.entries(buttons).map(([value, label]) => (
          <Button key={value} name={name} value={value}>
            {label}
          </Button>
        ))}
      </ButtonRow>
    </Form>
  );
}

/** The sample form, which the server checks but never saves. */
function AccountSample() {
  const { form } = useLoaderData<typeof loader>();
  return (
    <PortalForm form={sampleAccountForm} view={form}>
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
