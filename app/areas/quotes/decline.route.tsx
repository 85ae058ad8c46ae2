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
import { declineForm } from "./decline-form.ts";
import { decline } from "./decline.server.ts";
import { quoteCells } from "./quote-cells.tsx";
import styles from "./quotes.module.css";

export const handle: PageFacts = { postRateLimit: "requests" };
export const meta = pageTitle("Decline Quote");
export const loader = postLoader(decline);
export const action = postAction(decline);

export default function Decline() {
  const { list, row, form, sent } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (sent)
    return (
      <DonePage
        title="Decline Quote"
        fact={`Thank you. We have been told that you decline quote ${row.key}.`}
        next={<p>This was sent as a question: the quote stays as it is until we have read it.</p>}
        buttons={
          <ButtonLink to={paths.quotes()} variant="primary">
            Back to Quotes
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <PageHeader title="Decline Quote" back={{ to: paths.quote(row.key), label: `Quote ${row.key}` }} />
      <PageParts>
        <div className={styles.list}>
          <SelectedRow list={list} row={row} caption={`Quote ${row.key}`} cells={quoteCells} />
        </div>
        <FormPage>
          <Card heading={`Decline quote ${row.key}`} id="decline" icon="mail">
            <div className="stack">
              <p>
                This is sent as a question to whoever prepared the quote. It begins with &quot;We decline this
                quote.&quot; and your reason follows. The quote stays as it is until we have read it.
              </p>
              <PortalForm form={declineForm} view={form} reply={reply}>
                <TextAreaField name="reason" rows={5} />
                <ButtonRow>
                  <Button variant="primary">Decline Quote</Button>
                  <ButtonLink to={paths.quote(row.key)}>Cancel</ButtonLink>
                </ButtonRow>
              </PortalForm>
            </div>
          </Card>
        </FormPage>
      </PageParts>
    </>
  );
}
