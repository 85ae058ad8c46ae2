import { redirect } from "@remix-run/node";
import { noteMandate } from "#app/areas/invoices/how-paid.server.ts";
import type { Latest } from "#app/forms/conflict.server.ts";
import { choiceField, VERSION_FIELD } from "#app/forms/define-form.ts";
import { definePost, type Asked } from "#app/forms/post.server.ts";
import type { Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { failedCall, isPortalApiError } from "#app/portal-api/errors.ts";
import { awaitOutcome, onceOrElse } from "#app/request/across-instances.server.ts";
import { noteDone } from "#app/request/done-here.ts";
import { lastingApiOf } from "#app/request/portal.ts";
import {
  acceptedNumbers,
  forgetAnswers,
  intentOf,
  keptAnswers,
  newRun,
  requireComplete,
  stepPath,
  type Complete,
  type DirectDebitDetails,
} from "./answers.server.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { confirmationView } from "./confirmation-view.server.ts";
import { confirmationForm, REVIEWED_DETAILS_FIELD } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import { forgetFetched } from "./letters.server.ts";
import { changeOne, setUpOne, type Done } from "./save-direct-debit.server.ts";
import { numbersIn, readDirectDebit } from "./wizard-view.server.ts";

const CHANGED =
  "What you entered has changed since this page was opened. Please check it and press Complete Direct Debit again.";
const NOT_KNOWN =
  "It is not known whether your Direct Debit was saved. Please look at the list of Direct Debits before you press Complete Direct Debit again.";
const CHECK_AGAIN =
  "Somebody has saved other bank numbers meanwhile. Please compare yours once more and press Proceed.";
const outcomeName = (intent: string) => `direct debit ${intent}`;

/** Step 3: saves what the page showed, once over presses, tabs and instances. */
export const confirmation = definePost({
  form: confirmationForm,
  role: "Orders",
  about: (asked, body) => (body ? requireShown(asked, body) : requireComplete(asked.args, asked.portal)),
  judging: ({ details }) => ({ fixed: shownOf({ ...details, ...acceptedNumbers(details) }) }),
  opens: (answers, { args: { params }, portal }) => ({
    current: { [REVIEWED_DETAILS_FIELD]: intentOf(portal, params["id"], answers) },
    isNew: params["id"] === undefined,
  }),
  view: confirmationView,
  async save({ hidden }, { about: answers, body, ...asked }) {
    const { args, portal } = asked;
    const chosen = await withChoices(asked, answers, { body, rowVersion: hidden(VERSION_FIELD) });
    try {
      const done = await saveOnce(asked, chosen);
      if (chosen !== answers)
        await args.context.services.vault.set(outcomeName(String(body.get(REVIEWED_DETAILS_FIELD))), {
          state: "known",
          value: done,
        });
      return await savedTo(asked, done);
    } catch (error) {
      if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
      const { kind, brokenRules, serverText, message } = error;
      const refused = { kind, brokenRules, serverText, message };
      keptAnswers.keep(portal, { ...chosen, refused }, args.params["id"]);
      return { to: stepPath(args, "/details") };
    }
  },
  comparing: (asked, about) => ({
    latest: async () => latestOf(asked, await about()),
    saved: () => savedTo(asked, { id: asked.args.params["id"] }),
  }),
});

/** What the page showed that was sent. Throws the redirect where it was saved before, may have been, or is not what was entered any more. */
async function requireShown(asked: Asked, body: FormData): Promise<Complete> {
  const { args, portal } = asked;
  const { signal, services } = args.context;
  const shown = String(body.get(REVIEWED_DETAILS_FIELD) ?? "");
  const before = await awaitOutcome<Done>(services.vault, outcomeName(shown), { signal });
  if (before?.state === "known") throw redirect((await savedTo(asked, before.value)).to, 303);
  const answers = requireComplete(args, portal);
  if (shown === intentOf(portal, args.params["id"], answers)) return answers;
  portal.session.flash({ tone: "warning", text: before ? NOT_KNOWN : CHANGED });
  throw redirect(stepPath(args, "/confirmation"), 303);
}

/** Saves once for this intent. An unknown outcome is looked up; where nothing was saved, the next press is a new intent. */
async function saveOnce({ args, portal }: Asked, answers: Complete): Promise<Done> {
  const { context, params } = args;
  const { vault } = context.services;
  const { id } = params;
  // Whoever has left is told by the next press how it ended.
  const lasting = { ...portal, api: lastingApiOf(context, portal.account.clientId) };
  const { run, lookUp, call } = await (id === undefined
    ? setUpOne(lasting, answers)
    : changeOne(lasting, answers, id));
  const name = outcomeName(intentOf(portal, id, answers));
  const noteAndRun = async () => {
    // Noted before the call: a page that lists the new debit without the note would say it already collects
    // invoices that it came too late for.
    if (id === undefined) await noteMandate(args, portal, answers.details.sageAccountNumber);
    return run();
  };
  const whenUnknown = async (fault: unknown) => {
    const found = await lookUp().catch(() => undefined);
    if (found) {
      await vault.set(name, { state: "known", value: found });
      return found;
    }
    keptAnswers.keep(portal, { ...answers, run: newRun().run }, id);
    throw fault ?? failedCall(call, { kind: "failed" });
  };
  return onceOrElse(vault, name, noteAndRun, whenUnknown, { signal: context.signal });
}

async function savedTo({ args, portal }: Asked, done: Done): Promise<Saved> {
  forgetAnswers(portal, args.params["id"]);
  if (done.id === undefined)
    return {
      to: paths.directDebits(),
      flash: "Your Direct Debit is set up. Its confirmation letter is in this list.",
    };
  await noteDone(portal, "direct debits saved", done.id);
  await forgetFetched(portal, done.id);
  return { to: paths.directDebitSaved(done.id) };
}

const shownOf = (
  one: Pick<DirectDebitDetails, "bankSortCode" | "bankAccountNumber" | "bankAccountName">,
) => ({
  bankAccount: `${sortCodeText(one.bankSortCode)} ${masked(one.bankAccountNumber)}`,
  bankAccountName: one.bankAccountName,
});

/** As it is saved now, to be compared; undefined for a new one, where there is nothing to compare. */
async function latestOf({ args, portal }: Asked, { details }: Complete): Promise<Latest | undefined> {
  const { id } = args.params;
  if (id === undefined) return undefined;
  const latest = await readDirectDebit(portal, id);
  const numbers = numbersIn(latest);
  const values = shownOf({ ...numbers, bankAccountName: textIn(latest.bankAccountName) });
  const ours = { ...details, ...acceptedNumbers(details) };
  const looksSame = values.bankAccount === shownOf(ours).bankAccount && !isSameNumbers(numbers, ours);
  if (looksSame) values.bankAccount += " (another account)";
  return { values, rowVersion: latest.rowVersion };
}

/**
 * Applies the choices made on the conflict page to what was entered, and keeps the result. Throws the redirect to
 * step 2 where the numbers that were chosen are new by now and were never checked.
 */
async function withChoices(
  { args, portal }: Asked,
  answers: Complete,
  { body, rowVersion }: { body: FormData; rowVersion: string },
): Promise<Complete> {
  if (rowVersion === "") return answers;
  const { id } = args.params;
  const theirs = (name: keyof typeof confirmationForm.fields) => body.get(choiceField(name)) === "theirs";
  const latest = await readDirectDebit(portal, id);
  const saved = numbersIn(latest);
  const details: DirectDebitDetails = {
    ...answers.details,
    ...(theirs("bankAccount") ? { ...saved, check: "saved already" } : {}),
    ...(theirs("bankAccountName") ? { bankAccountName: textIn(latest.bankAccountName) } : {}),
  };
  if (details.check === "saved already" && !isSameNumbers(saved, details)) {
    const { bankSortCode, bankAccountNumber, bankAccountName } = details;
    const typed = { bankSortCode, bankAccountNumber, bankAccountName };
    keptAnswers.keep(portal, { run: answers.run, rowVersion, typed }, id);
    portal.session.flash({ tone: "warning", text: CHECK_AGAIN });
    throw redirect(stepPath(args, "/details"), 303);
  }
  const chosen = { ...answers, rowVersion, details };
  keptAnswers.keep(portal, chosen, id);
  return chosen;
}
