import { conflictIn, ConflictPage } from "#app/forms/conflict.tsx";
import { FixedField, FixedText, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { editForm, newForm } from "./contact-form.ts";
import type { ContactView } from "./contact-view.server.ts";
import styles from "./contacts.module.css";
import { PermissionsCard } from "./permissions-card.tsx";

interface ContactFormPageProps {
  view: ContactView;
  reply: unknown;
}

/** 'Add New Contact' and 'Edit Contact'. */
export function ContactFormPage({ view, reply }: ContactFormPageProps) {
  const { isNew, fullName, banner, back } = view;
  const button = isNew ? "Save New Contact" : "Save Contact";
  const conflict = conflictIn(reply);
  return (
    <FormPage>
      <PageHeader
        title={isNew ? "Add New Contact" : "Edit Contact"}
        intro={fullName && !isNew ? <p>{fullName}</p> : undefined}
      />
      {conflict ? (
        <ConflictPage reply={conflict} button={button} />
      ) : (
        <>
          {banner && (
            <Message tone="info">
              <p>{banner}</p>
            </Message>
          )}
          <PortalForm form={isNew ? newForm : editForm} view={view.form} reply={reply}>
            <div className={styles.columns}>
              <DetailsCard view={view} />
              <PermissionsCard {...view} />
            </div>
            <ButtonRow>
              <Button variant="primary">{button}</Button>
              <ButtonLink to={back} icon="arrow-left">
                Back to Manage Contacts
              </ButtonLink>
            </ButtonRow>
          </PortalForm>
        </>
      )}
    </FormPage>
  );
}

function DetailsCard({ view: { may, addresses } }: Pick<ContactFormPageProps, "view">) {
  return (
    <Card heading="Details" id="details" icon="user-round">
      <Fields>
        <TextField name="salutation" width="short" autoComplete="off" />
        <TextField name="firstNames" autoComplete="off" />
        <TextField name="surname" autoComplete="off" />
        <TextField name="telephone" type="tel" width="medium" autoComplete="off" />
        <TextField name="mobile" type="tel" width="medium" autoComplete="off" />
        {may.email ? (
          <>
            <TextField name="email" type="email" autoComplete="off" spellCheck={false} />
            <TextField
              name="confirmEmail"
              type="email"
              autoComplete="off"
              spellCheck={false}
              sayOptional={false}
            />
          </>
        ) : (
          <>
            <FixedField name="email" />
            <FixedText name="confirmEmail" />
          </>
        )}
        <SelectField name="addressId" placeholder="Please choose..." options={addresses} />
        {addresses.length === 0 && (
          <p>
            This account has no locations yet. <a href={paths.locationNew()}>Add a location</a> first.
          </p>
        )}
        <TextField name="position" autoComplete="off" />
      </Fields>
    </Card>
  );
}
