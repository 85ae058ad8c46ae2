import { randomUUID } from "node:crypto";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { TextAreaField } from "#app/forms/fields.tsx";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { recordCompleted, requireCompleted } from "#app/request/completed-actions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { askAboutQuote, listQuoteMessageRules } from "#shared/portal-api/quotes.ts";
import { backToQuotesButtons, QuoteFormPage } from "./quote-parts.tsx";
import { loadQuote } from "./quote-view.server.ts";

const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  kinds: { message: "text" },
  button: "Submit Question",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} The help desk can tell you.`,
});

/** Sends a question about the quote in the URL. With `?sent`, confirms that this session has sent one. */
const question = definePost({
  form: questionForm,
  role: "Quotes",
  rules: listQuoteMessageRules,
  formInstance: () => randomUUID(),
  async source({ args, portal }, body) {
    const { id = "" } = args.params;
    const sent = !body && new URL(args.request.url).searchParams.has("sent");
    if (sent) await requireCompleted(portal, "question asked", id, paths.quoteQuestion(id));
    return { ...(await loadQuote(args, portal)), sent };
  },
  view: ({ listRow, sent }) => ({ ...listRow, sent }),
  async save(posted) {
    const { quoteId, apiId } = posted.source.quote;
    const { message } = posted.values;
    const body = { quoteId: apiId, message };
    await sendOnce(posted, { call: askAboutQuote, body, content: { quoteId, message } });
    await recordCompleted(posted.portal, "question asked", quoteId);
    return { to: paths.quoteAsked(quoteId) };
  },
});

export const handle: PageFacts = { postRateLimit: "requests" };
export const meta = pageTitle("Have a Question");
export const loader = postLoader(question);
export const action = postAction(question);

export default function Question() {
  const { list, row, form, sent } = useLoaderData<typeof loader>();
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
        <PortalForm form={questionForm} view={form}>
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
