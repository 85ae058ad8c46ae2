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
import { declineForm } from "./decline-form.ts";
import { decline } from "./decline.server.ts";
import { backToQuotes, QuoteFormPage } from "./quote-form-page.tsx";

export const handle: PageFacts = { postRateLimit: "requests" };
export const meta = pageTitle("Decline quote");
export const loader = postLoader(decline);
export const action = postAction(decline);

export default function Decline() {
  const { list, row, form, sent } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (sent)
    return (
      <DonePage
        title="Decline quote"
        fact={`Thank you. You've told us that you're declining quote ${row.key}.`}
        next={<p>The quote stays open until we&apos;ve read your message.</p>}
        buttons={backToQuotes}
      />
    );
  return (
    <QuoteFormPage title="Decline quote" list={list} row={row}>
      <Card heading={`Decline quote ${row.key}`} id="decline" icon="mail">
        <div className="stack">
          <p>
            We&apos;ll send this to whoever prepared the quote, starting with &quot;We decline this
            quote.&quot; The quote stays open until they&apos;ve read it.
          </p>
          <PortalForm form={declineForm} view={form} reply={reply}>
            <TextAreaField name="reason" rows={5} />
            <ButtonRow>
              <Button variant="primary">Decline quote</Button>
              <ButtonLink to={paths.quote(row.key)}>Cancel</ButtonLink>
            </ButtonRow>
          </PortalForm>
        </div>
      </Card>
    </QuoteFormPage>
  );
}
