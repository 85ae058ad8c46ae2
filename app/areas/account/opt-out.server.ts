import { BASE_FIELD, VERSION_FIELD } from "#app/forms/conflict.ts";
import { readValues } from "#app/forms/define-form.ts";
import { sentOf } from "#app/forms/open-form.server.ts";
import { accountForm, OPT_OUT_ANSWER, OPT_OUT_CONFIRMED, OPT_OUT_FIELD } from "./account-form.ts";
import type { OptOutReply } from "./opt-out-reply.ts";

/**
 * Reads 'Unsubscribe from all' in a post. `reply` is the question, where nobody has asked it yet; `body` is
 * what is to be saved, after a yes with no box ticked but the opt-out's.
 */
export function readOptOut(sent: FormData): { readonly body: FormData; readonly reply?: OptOutReply } {
  const ticked = sent.get(OPT_OUT_FIELD);
  if (ticked !== "on" && ticked !== OPT_OUT_CONFIRMED) return { body: sent };
  const answer = ticked === OPT_OUT_CONFIRMED ? "yes" : sent.get(OPT_OUT_ANSWER);
  if (answer !== "yes") return { body: sent, reply: replyTo(sent, answer === "no" ? "kept" : "ask") };
  const body = new FormData();
  for (const [name, value] of sent)
    if (![OPT_OUT_FIELD, OPT_OUT_ANSWER, "marketingPreferences"].includes(name)) body.append(name, value);
  // So that a form that comes back does not ask again.
  body.append(OPT_OUT_FIELD, OPT_OUT_CONFIRMED);
  return { body };
}

function replyTo(sent: FormData, optOut: OptOutReply["optOut"]): OptOutReply {
  const text = (name: string) => String(sent.get(name) ?? "");
  return {
    optOut,
    values: readValues(accountForm, sentOf(sent)),
    hidden: { [VERSION_FIELD]: text(VERSION_FIELD), [BASE_FIELD]: text(BASE_FIELD) },
    fields: [...sent].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0] !== OPT_OUT_ANSWER,
    ),
  };
}
