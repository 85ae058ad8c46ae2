import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { StatusMessage } from "#app/areas/status/status-message.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { upperCaseHandlers } from "#app/forms/typed-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { lineTestForm } from "./line-test-form.ts";
import { lineTest } from "./line-test.server.ts";

export const handle: PageFacts = { postRateLimit: "line-tests" };
export const meta = pageTitle("Run a Line Test");
export const loader = postLoader(lineTest);
export const action = postAction(lineTest);

export default function LineTest() {
  const { form, codes, running, tested, status } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { search } = useLocation();
  return (
    <FormPage>
      <PageHeader
        title="Run a Line Test"
        intro="It takes up to 3 minutes. Calls on the line may drop while it runs."
      />
      {status && <StatusMessage {...status} />}
      {running && (
        <Message tone="info">
          <p>
            A line test{running.cli && ` of ${running.cli}`} is running. <a href={running.to}>See progress</a>
          </p>
        </Message>
      )}
      {tested.length > 0 && (
        <Card heading="Lines already tested" id="tested" icon="activity" flush>
          <LinkList items={tested} />
        </Card>
      )}
      <Card heading="The line" id="line" icon="phone">
        {/* A link of 'Lines already tested' changes the query, and the key then resets the form. */}
        <PortalForm key={search} form={lineTestForm} view={form} reply={reply}>
          <Fields>
            <TextField name="cli" type="tel" width="medium" autoComplete="off" {...upperCaseHandlers} />
            <TextField
              name="postcode"
              width="short"
              autoComplete="off"
              autoCapitalize="characters"
              {...upperCaseHandlers}
            />
            {codes.ok ? (
              <SelectField name="faultCode" options={codes.value} placeholder="Please choose..." />
            ) : (
              <PanelError text={codes.message} reference={codes.reference} retryTo={paths.lineFaults()} />
            )}
          </Fields>
          <ButtonRow>
            <Button variant="primary">Run Test</Button>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
