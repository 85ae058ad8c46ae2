import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { TextAreaField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { questionForm } from "./question-form.ts";
import { question } from "./question.server.ts";
import { backToQuotesButtons, QuoteFormPage } from "./quote-form-page.tsx";

export const handle: PageFacts = { postRateLimit: "requests" };
export const meta = pageTitle("Have a Question");
export const loader = postLoader(question);
export const action = postAction(question);

export default function Question() {
  const { list, row, form, sent } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (sent)
    return (
      <DonePage
        title="Have a Question"
        fact={`Thank you. Your question about quote ${row.key} has been sent.`}
        buttons={backToQuotesButtons}
      />
    );
  return (
    <QuoteFormPage title="Have a Question" list={list} row={row}>
      <Card heading={`About quote ${row.key}`} id="question" icon="mail">
        <PortalForm form={questionForm} view={form} reply={reply}>
          <TextAreaField name="message" rows={8} />
          <ButtonRow>
            <Button variant="primary">Submit Question</Button>
            <ButtonLink to={paths.quote(row.key)}>Cancel</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </QuoteFormPage>
  );
}
