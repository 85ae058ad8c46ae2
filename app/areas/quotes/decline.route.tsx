import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { TextAreaField } from "#app/forms/fields.tsx";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { localRule } from "#app/forms/validate.ts";
import { recordCompleted, requireCompleted } from "#app/request/completed-actions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { askAboutQuote, listQuoteMessageRules } from "#shared/portal-api/quotes.ts";
import { findAcceptance } from "./acceptances.server.ts";
import { backToQuotesButtons, QuoteFormPage } from "./quote-parts.tsx";
import { isAcceptable, loadQuote } from "./quote-view.server.ts";

/** The message that declines a quote. It goes as a question about the quote, because the API can't decline. */
const declineMessage = (reason: string) => `We'd like to decline this quote.\n\nReason: ${reason}`;

const declineForm = defineForm({
  id: "quote-decline",
  fields: { reason: "Why are you declining it?" },
  rules: [localRule("Reason", "Required", "Please enter your reason.")],
  kinds: { reason: "text" },
  // The server's rules apply to the whole message that we send.
  derive: ({ reason }) => ({ message: declineMessage(reason) }),
  showAt: { message: "reason" },
  button: "Decline quote",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} The help desk can tell you.`,
});

/** Declines a quote by sending a question, because the API can't decline. With `?sent`, confirms what this session has sent. */
const decline = definePost({
  form: declineForm,
  role: "Quotes",
  rules: listQuoteMessageRules,
  formInstance: () => randomUUID(),
  async source({ args, portal }, body) {
    const { id = "" } = args.params;
    const sent = !body && new URL(args.request.url).searchParams.has("sent");
    if (sent) await requireCompleted(portal, "quote declined", id, paths.quoteDecline(id));
    const loaded = await loadQuote(args, portal);
    const { isAccepted } = await findAcceptance(args, portal, loaded.quote);
    if (!sent && (isAccepted || !isAcceptable(loaded.quote, args.context.services.now()))) {
      portal.session.flash({ tone: "warning", text: "This quote can no longer be declined." });
      throw redirect(paths.quote(loaded.quote.quoteId), 303);
    }
    return { ...loaded, sent };
  },
  view: ({ listRow, sent }) => ({ ...listRow, sent }),
  async save(posted) {
    const { quoteId, apiId } = posted.source.quote;
    const message = declineMessage(posted.values.reason);
    const body = { quoteId: apiId, message };
    await sendOnce(posted, { call: askAboutQuote, body, content: { quoteId, message } });
    await recordCompleted(posted.portal, "quote declined", quoteId);
    return { to: paths.quoteDeclined(quoteId) };
  },
});

export const handle: PageFacts = { postRateLimit: "requests" };
export const meta = pageTitle("Decline quote");
export const loader = postLoader(decline);
export const action = postAction(decline);

export default function Decline() {
  const { list, row, form, sent } = useLoaderData<typeof loader>();
  if (sent)
    return (
      <DonePage
        title="Decline quote"
        fact={`Thank you. You've told us that you're declining quote ${row.key}.`}
        next={<p>The quote stays open until we&apos;ve read your message.</p>}
        buttons={backToQuotesButtons}
      />
    );
  return (
    <QuoteFormPage title="Decline quote" list={list} row={row}>
      <Card heading={`Decline quote ${row.key}`} id="decline" icon="mail">
        <div className="stack">
          <p>
            We&apos;ll send this to whoever prepared the quote, starting with &quot;We&apos;d like to decline
            this quote.&quot; The quote stays open until they&apos;ve read it.
          </p>
          <PortalForm form={declineForm} view={form}>
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
