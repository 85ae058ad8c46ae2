import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { definePost } from "#app/forms/post.server.ts";
import { recordCompleted, wasCompleted } from "#app/request/completed-actions.ts";
import { paths } from "#shared/paths.ts";
import { askAboutQuote, listQuoteMessageRules } from "#shared/portal-api/quotes.ts";
import { findAcceptance } from "./acceptances.server.ts";
import { declineForm, declineMessage } from "./decline-form.ts";
import { isAcceptable, loadQuote } from "./quote-view.server.ts";

/** Declines a quote by a question, because the API has no call for it. With `?sent`, the page confirms what this session has sent. */
export const decline = definePost({
  form: declineForm,
  role: "Quotes",
  rules: listQuoteMessageRules,
  once: () => randomUUID(),
  async about({ args, portal }, body) {
    const { id = "" } = args.params;
    const sent = !body && new URL(args.request.url).searchParams.has("sent");
    if (sent && !(await wasCompleted(portal, "quote declined", id)))
      throw redirect(paths.quoteDecline(id), 303);
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
    const { quoteId, apiId } = posted.about.quote;
    const message = declineMessage(posted.values.reason);
    const body = { quoteId: apiId, message };
    await sendOnce(posted, { call: askAboutQuote, body, content: { quoteId, message } });
    await recordCompleted(posted.portal, "quote declined", quoteId);
    return { to: paths.quoteDeclined(quoteId) };
  },
});
