import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { StatusMessage } from "#app/areas/status/status-message.tsx";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { FilesField } from "#app/files/files-field.tsx";
import { SelectField, TextAreaField, TextField } from "#app/forms/fields.tsx";
import { UNSAVED_CHANGES } from "#app/forms/form-status.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { answerPost, openPost } from "#app/forms/post.server.ts";
import { buttonAnswerOf, type FormView } from "#app/forms/reply.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { getTicketRules } from "#shared/portal-api/support-tickets.ts";
import { ChecksBeforeTicket, ChecksReminder } from "./checks-before-ticket.tsx";
import { requestedEnquiry } from "./enquiry.server.ts";
import { newTicketEditor } from "./new-ticket-editor.server.ts";
import { choiceView, formUrlOf, parseServiceChoice, serviceOptions } from "./service-choice.server.ts";
import { QuickChoice, ServiceBreadcrumb, ServicePicker } from "./service-picker.tsx";
import { newTicketForm } from "./ticket-form.ts";

export const handle: PageFacts = { acceptsFiles: true };
export const meta = pageTitle("New Customer Service Ticket");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Support");
  const choice = parseServiceChoice(args);
  // The quick choice sends it.
  const servicePath = new URL(args.request.url).searchParams.get("about");
  const formUrl = servicePath === null ? undefined : formUrlOf(args.context, servicePath);
  if (formUrl !== undefined) throw redirect(formUrl, 303);
  const quickChoice =
    choice.chosen.length > 0
      ? undefined
      : { options: serviceOptions(args.context), error: servicePath === null ? undefined : CHOOSE_SERVICE };
  const formPage =
    choice.step === "form"
      ? await openPost(
          newTicketEditor(choice, () => requestedEnquiry(args, portal)),
          { args, portal },
        )
      : undefined;
  const status = await statusNote(args.context);
  return { choice: choiceView(args, choice), quickChoice, formPage, status };
}

const CHOOSE_SERVICE = "Choose what it's about";

export const action = withFormsForDocs(
  [{ form: newTicketForm, rules: getTicketRules }],
  async (args: ActionFunctionArgs) => {
    const portal = await requireRole(args, "Support");
    const choice = parseServiceChoice(args);
    if (choice.step !== "form") throw pageNotFound();
    return answerPost(newTicketEditor(choice), { args, portal });
  },
);

export default function NewTicket() {
  const { choice, quickChoice, formPage, status } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title="New Customer Service Ticket"
        back={formPage?.back ?? { to: paths.tickets(), label: "Back to Tickets" }}
      />
      {status && <StatusMessage {...status} />}
      {quickChoice && <QuickChoice {...quickChoice} />}
      {choice.step === "choose" && <ServicePicker {...choice} />}
      {choice.step === "checks" && <ChecksBeforeTicket {...choice} />}
      {formPage && (
        <>
          <ServiceBreadcrumb {...choice} currentStep="Add Details" />
          <ChecksReminder {...choice} />
          <NewTicketForm {...formPage} previousUrl={choice.previousUrl} />
        </>
      )}
    </FormPage>
  );
}

interface NewTicketFormProps {
  form: FormView;
  addressPlaceholder: string;
  previousUrl: string;
}

const PLACEHOLDER = "Please choose...";

function NewTicketForm({ form, addressPlaceholder, previousUrl }: NewTicketFormProps) {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  // The values include fields that this service doesn't ask for, which can't be edited here.
  const isAsked = (name: string) => !Object.hasOwn(form.fixed, name);
  // Without scripts 'Previous Step' posts the form. If something was typed, the action answers with this warning.
  const warnsBeforeLeaving = buttonAnswerOf(newTicketForm, useActionData()) !== undefined;
  return (
    <Card heading="Add Details" id="add-details" icon="life-buoy">
      <PortalForm key={pathname} form={newTicketForm} view={form}>
        {warnsBeforeLeaving && (
          <Message tone="warning">
            <p>{UNSAVED_CHANGES}</p>
            <p>
              <a href={previousUrl}>Leave without sending</a>
            </p>
          </Message>
        )}
        <Fields>
          <TextField name="subject" autoComplete="off" />
          <TextAreaField name="message" rows={8} />
          {isAsked("contractCover") && <SelectField name="contractCover" placeholder={PLACEHOLDER} />}
          {isAsked("affectedUsers") && (
            <TextField name="affectedUsers" width="short" inputMode="numeric" autoComplete="off" />
          )}
          {isAsked("errorcodes") && (
            <TextField name="errorcodes" width="medium" sayOptional={false} autoComplete="off" />
          )}
          {isAsked("contractItemId") && <SelectField name="contractItemId" placeholder={PLACEHOLDER} />}
          <SelectField name="contactId" placeholder={PLACEHOLDER} />
          <SelectField name="addressId" placeholder={addressPlaceholder} />
          <FilesField />
        </Fields>
        <ButtonRow>
          {/* After 'Previous Step' without scripts the URL has ?previous, which this button mustn't send. */}
          <Button variant="primary" formAction={pathname + search.replace("?previous", "")}>
            Send Ticket
          </Button>
          {isHydrated ? (
            <ButtonLink to={previousUrl} icon="arrow-left">
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
