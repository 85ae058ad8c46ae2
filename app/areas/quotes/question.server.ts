import { randomUUID } from "node:crypto";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { definePost } from "#app/forms/post.server.ts";
import { recordCompleted, requireCompleted } from "#app/request/completed-actions.ts";
import { paths } from "#shared/paths.ts";
import { askAboutQuote, listQuoteMessageRules } from "#shared/portal-api/quotes.ts";
import { questionForm } from "./question-form.ts";
import { loadQuote } from "./quote-view.server.ts";

/** Sends a question about the quote in the URL. With `?sent`, confirms that this session has sent one. */
export const question = definePost({
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
