import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { formRules } from "#app/forms/form-rules.ts";
import { FILLING_FIELD, oncePerForm } from "#app/forms/once-per-form.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { askAboutQuote, getQuote, listQuoteMessageRules } from "#app/portal-api/quotes.ts";
import { noteDone, wasDone } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { questionForm } from "./question-form.ts";
import { loadQuote } from "./quote-view.server.ts";

/** The form of a question with the quote that it is about, or that it was sent. Throws PortalApiError, and the redirect to the form. */
export async function questionView(args: RouteArgs, portal: Portal) {
  const { id = "" } = args.params;
  const sent = new URL(args.request.url).searchParams.has("sent");
  if (sent && !(await wasDone(portal, "question asked", id))) throw redirect(paths.quoteQuestion(id), 303);
  const [{ shown }, rules] = await Promise.all([
    loadQuote(args, portal),
    formRules(args.context, portal, listQuoteMessageRules),
  ]);
  const form = openForm(args, portal, questionForm, { rules, hidden: { [FILLING_FIELD]: randomUUID() } });
  return { ...shown, form, sent };
}

export async function sendQuestion(args: RouteArgs, portal: Portal) {
  const quoteId = args.params["id"] ?? "";
  const quote = () => portal.api.call(getQuote, { query: { quoteId } });
  return submitForm(args, portal, questionForm, {
    async judging() {
      const [rules] = await Promise.all([formRules(args.context, portal, listQuoteMessageRules), quote()]);
      return { rules };
    },
    async save({ values: { message }, hidden }) {
      const { ownId } = await quote();
      const content = { quoteId, message };
      const filled = { filling: hidden(FILLING_FIELD), content, call: askAboutQuote };
      const { services, signal } = args.context;
      const ask = async () => {
        await portal.api.call(askAboutQuote, { body: { quoteId: ownId, message } });
        return quoteId;
      };
      await oncePerForm(services.vault, portal, filled, ask, { signal });
      await noteDone(portal, "question asked", quoteId);
      return { kind: "saved", to: paths.quoteAsked(quoteId) };
    },
  });
}
