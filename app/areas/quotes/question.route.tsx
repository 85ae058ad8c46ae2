import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { TextAreaField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { questionForm } from "./question-form.ts";
import { question } from "./question.server.ts";
import { quoteCells } from "./quote-cells.tsx";
import styles from "./quotes.module.css";

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
        buttons={
          <ButtonLink to={paths.quotes()} variant="primary">
            Back to Quotes
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <PageHeader title="Have a Question" back={{ to: paths.quote(row.key), label: `Quote ${row.key}` }} />
      <PageParts>
        <div className={styles.list}>
          <SelectedRow list={list} row={row} caption={`Quote ${row.key}`} cells={quoteCells} />
        </div>
        <FormPage>
          <Card heading={`About quote ${row.key}`} id="question" icon="mail">
            <PortalForm form={questionForm} view={form} reply={reply}>
              <TextAreaField name="message" rows={8} />
              <ButtonRow>
                <Button variant="primary">Submit Question</Button>
                <ButtonLink to={paths.quote(row.key)}>Cancel</ButtonLink>
              </ButtonRow>
            </PortalForm>
          </Card>
        </FormPage>
      </PageParts>
    </>
  );
}
