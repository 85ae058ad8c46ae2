import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { titled } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { editorAction, openEditor } from "#app/forms/editor.server.ts";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { choiceOf, choiceView } from "./choice.server.ts";
import { FirstChecks } from "./first-checks.tsx";
import { newTicketEditor } from "./new-ticket-editor.server.ts";
import { NewTicketForm } from "./new-ticket-form.tsx";
import { ServicePath, ServicePicker } from "./service-picker.tsx";

export const handle: PageFacts = { takesFiles: true };
export const meta = titled("New Customer Service Ticket");

/** What the ticket is about, chosen page by page, and the form in the end. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Support");
  const choice = choiceOf(args);
  const page = choice.step === "form" ? await openEditor(newTicketEditor(choice), args, portal) : undefined;
  return { choice: choiceView(args, choice), page };
}

export async function action(args: ActionFunctionArgs) {
  await requireRole(args, "Support");
  const choice = choiceOf(args);
  if (choice.step !== "form") throw pageNotFound();
  return editorAction(newTicketEditor(choice))(args);
}

export default function NewTicket() {
  const { choice, page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormPage>
      <PageHeader
        title="New Customer Service Ticket"
        actions={
          <ButtonLink to={paths.tickets()} icon="arrow-left">
            Back to Tickets
          </ButtonLink>
        }
      />
      {choice.step === "choose" && <ServicePicker {...choice} />}
      {choice.step === "first" && <FirstChecks {...choice} />}
      {page && (
        <>
          <ServicePath {...choice} here="Add Details" />
          <NewTicketForm {...page} reply={reply} previous={choice.previous} />
        </>
      )}
    </FormPage>
  );
}
