import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { definePost } from "#app/forms/post.server.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import { askAboutQuote, listQuoteMessageRules } from "#shared/portal-api/quotes.ts";
import { SHOWN_FIELD, visitCheckForm, visitForm } from "./visit-forms.ts";

const entered = flowState<{ readonly message: string; readonly request: string }>("visit");
const pathOf = (id: string, step = "") => `/products/quotes/${id}/visit${step}`;

export const visit = definePost({
  form: visitForm,
  role: "Quotes",
  rules: listQuoteMessageRules,
  openOptions: (_, { args, portal }) => ({ values: entered.read(portal, args.params["id"]) }),
  async save({ args, portal, values }) {
    const { id = "" } = args.params;
    entered.save(portal, { ...values, request: randomUUID() }, id);
    return { to: pathOf(id, "/check") };
  },
});

export const visitCheck = definePost({
  form: visitCheckForm,
  role: "Quotes",
  source({ args, portal }) {
    const { id = "" } = args.params;
    const answers = entered.read(portal, id);
    if (!answers) throw redirect(pathOf(id), 303);
    return { id, ...answers };
  },
  formInstance: ({ request }) => request,
  openOptions: ({ request }) => ({ shownNow: { [SHOWN_FIELD]: request } }),
  view: ({ id, message }) => ({ id, message }),
  async save(posted) {
    const { id, message, request } = posted.source;
    if (posted.texts[SHOWN_FIELD] !== request)
      return {
        to: pathOf(id, "/check"),
        flash: { tone: "warning", text: "This has changed. Please check it." },
      };
    const body = { quoteId: id, message };
    await sendOnce(posted, { call: askAboutQuote, body, content: body });
    await recordCompleted(posted.portal, "question asked", id);
    return { to: pathOf(id, "/done") };
  },
});
