import { useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FilesField } from "#app/files/files-field.tsx";
import { SelectField, TextAreaField, TextField } from "#app/forms/fields.tsx";
import { UNSAVED_CHANGES } from "#app/forms/form-status.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { stepOf, type FormView } from "#app/forms/reply.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { newTicketForm } from "./ticket-form.ts";

interface NewTicketFormProps {
  form: FormView;
  reply: unknown;
  previous: string;
}

const CHOOSE = "Please choose...";

/** The ticket itself. */
export function NewTicketForm({ form, reply, previous }: NewTicketFormProps) {
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  const asks = (name: string) => !Object.hasOwn(form.fixed, name);
  const leaves = stepOf(newTicketForm, reply) !== undefined;
  return (
    <Card heading="Add Details" id="add-details" icon="life-buoy">
      <PortalForm key={pathname} form={newTicketForm} view={form} reply={reply}>
        {leaves && (
          <Message tone="warning">
            <p>{UNSAVED_CHANGES}</p>
            <p>
              <a href={previous}>Leave without sending</a>
            </p>
          </Message>
        )}
        <Fields>
          {asks("contractCover") && <SelectField name="contractCover" placeholder={CHOOSE} />}
          {asks("affectedUsers") && (
            <TextField name="affectedUsers" type="number" width="short" inputMode="numeric" />
          )}
          {asks("errorcodes") && (
            <TextField name="errorcodes" width="medium" sayOptional={false} autoComplete="off" />
          )}
          {asks("contractItemId") && <SelectField name="contractItemId" placeholder={CHOOSE} />}
          <SelectField name="contactId" placeholder={CHOOSE} />
          <SelectField name="addressId" placeholder={CHOOSE} />
          <TextField name="subject" autoComplete="off" />
          <TextAreaField name="message" rows={8} />
          <FilesField />
        </Fields>
        <ButtonRow>
          {/* 'Previous Step' without scripts has an address of its own, at which this form may stand now. */}
          <Button variant="primary" formAction={pathname}>
            Send Ticket
          </Button>
          {isHydrated ? (
            <ButtonLink to={previous} icon="arrow-left">
              Previous Step
            </ButtonLink>
          ) : (
            <Button icon="arrow-left" formAction={`${pathname}?previous`}>
              Previous Step
            </Button>
          )}
        </ButtonRow>
      </PortalForm>
    </Card>
  );
}
