import { useActionData, useLoaderData } from "@remix-run/react";
import { EXTRA_HIGH_WARNING } from "#app/areas/line-faults/line-texts.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { OnBehalf, TextAreaField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { BACK_FIELD, visitDetailsForm } from "./booking-forms.ts";
import { visitDetailsPost } from "./visit-details.server.ts";

export const meta = pageTitle("Confirm Site Details");
export const loader = postLoader(visitDetailsPost);
export const action = postAction(visitDetailsPost);

export default function ConfirmSiteDetails() {
  const { id, needsNoAppointment, summary, form, reply: earlierRefusal } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? earlierRefusal;
  return (
    <FormPage>
      <PageHeader
        title="Confirm Site Details"
        back={{ to: paths.lineFault(id), label: "Line Checker Results" }}
      />
      {needsNoAppointment && <Message tone="warning">{EXTRA_HIGH_WARNING}</Message>}
      <Card
        heading={needsNoAppointment ? "Trouble Report Summary" : "Engineer Appointment Summary"}
        id="summary"
        icon="calendar"
      >
        <DescriptionList items={summary} />
      </Card>
      <Card heading="Site contact" id="contact" icon="phone">
        {/* The next page has no scripts, so the browser has to load it as a document. */}
        <PortalForm key={id} form={visitDetailsForm} view={form} reply={reply} reloadDocument>
          <Fields>
            <TextField name="firstName" autoComplete="given-name" />
            <TextField name="lastName" autoComplete="family-name" />
            <TextField
              name="contactTelephone"
              type="tel"
              autoComplete="tel"
              width="medium"
              hint="10 or 11 digits, and not the faulty line's own number"
            />
            <TextAreaField name="problemDescription" rows={5} />
          </Fields>
          <OnBehalf name={form.onBehalfOf} />
          <ButtonRow>
            <Button variant="primary">Submit</Button>
            {needsNoAppointment ? (
              <ButtonLink to={paths.lineFaults()}>Perform Another Test</ButtonLink>
            ) : (
              <Button name={BACK_FIELD} value="previous" formNoValidate>
                Previous Step
              </Button>
            )}
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
