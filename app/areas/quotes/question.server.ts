import { redirect } from "@remix-run/node";
import { definePost } from "#app/forms/post.server.ts";
import { paths } from "#app/paths.ts";
import { askAboutQuote, listQuoteMessageRules } from "#app/portal-api/quotes.ts";
import { recordCompleted, wasCompleted } from "#app/request/completed-actions.ts";
import { questionForm } from "./question-form.ts";
import { loadQuote } from "./quote-view.server.ts";

/** Sends a question about the quote in the URL. With `?sent`, the page confirms that this session has sent one. */
export const question = definePost({
  form: questionForm,
  role: "Quotes",
  rules: listQuoteMessageRules,
  once: true,
  async about({ args, portal }, body) {
    const { id = "" } = args.params;
    const sent = !body && new URL(args.request.url).searchParams.has("sent");
    if (sent && !(await wasCompleted(portal, "question asked", id)))
      throw redirect(paths.quoteQuestion(id), 303);
    return { ...(await loadQuote(args, portal)), sent };
  },
  view: ({ listRow, sent }) => ({ ...listRow, sent }),
  async save({ values: { message } }, { about: { quote }, portal, once }) {
    const { quoteId, apiId } = quote;
    const body = { quoteId: apiId, message };
    await once(askAboutQuote, { quoteId, message }, () => portal.api.call(askAboutQuote, { body }));
    await recordCompleted(portal, "question asked", quoteId);
    return { to: paths.quoteAsked(quoteId) };
  },
});
