import { redirect } from "@remix-run/node";
import type { Latest } from "#app/forms/conflict.server.ts";
import { choiceField, VERSION_FIELD } from "#app/forms/define-form.ts";
import { definePost, type PostRequest } from "#app/forms/post.server.ts";
import type { Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { awaitOutcome } from "#app/request/across-instances.server.ts";
import { noteDone } from "#app/request/done-here.ts";
import { intentOf, keepAnswers, requireDetails, stepPath, type CompleteAnswers } from "./answers.server.ts";
import { keptBankCheck } from "./bank-check.server.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { confirmationView } from "./confirmation-view.server.ts";
import { confirmationForm, REVIEWED_DETAILS_FIELD } from "./direct-debit-forms.ts";
import { bankDetailsIn, directDebitOf, type BankDetails } from "./direct-debit.server.ts";
import { forgetFetched } from "./letters.server.ts";
import { outcomeName, saveDirectDebit, type SavedId } from "./save-direct-debit.server.ts";

const CHANGED =
  "What you entered has changed since this page was opened. Please check it and press Complete Direct Debit again.";
const NOT_KNOWN =
  "It is not known whether your Direct Debit was saved. Please look at the list of Direct Debits before you press Complete Direct Debit again.";
const CHECK_AGAIN =
  "Somebody has saved other bank numbers meanwhile. Please compare yours once more and press Proceed.";

/** Step 3: saves what the page showed, once over presses, tabs and instances. */
export const confirmationStep = definePost({
  form: confirmationForm,
  role: "Orders",
  about: (asked, body) => (body ? requireReviewed(asked, body) : requireDetails(asked)),
  judging: ({ details }) => ({ fixed: comparedFields(details) }),
  opens: (answers, asked) => ({
    current: { [REVIEWED_DETAILS_FIELD]: intentOf(asked, answers) },
    isNew: asked.args.params["id"] === undefined,
  }),
  view: confirmationView,
  async save({ hidden }, { about: answers, body, ...asked }) {
    const chosen = await withChoices(asked, answers, body, hidden(VERSION_FIELD));
    try {
      return await noteSaved(asked, hidden(REVIEWED_DETAILS_FIELD), await saveDirectDebit(asked, chosen));
    } catch (error) {
      if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
      const { kind, brokenRules, serverText, message } = error;
      keepAnswers(asked, { ...chosen, refused: { kind, brokenRules, serverText, message } });
      return { to: stepPath(asked, "/details") };
    }
  },
  comparing: (asked, about) => ({
    latest: async () => latestOf(asked, (await about()).details),
    saved: ({ hidden }) => noteSaved(asked, hidden(REVIEWED_DETAILS_FIELD), asked.args.params["id"]),
  }),
});

/** What the page showed that was sent. Throws the redirect where it was saved already, perhaps saved, or has changed since. */
async function requireReviewed(asked: PostRequest, body: FormData): Promise<CompleteAnswers> {
  const { signal, services } = asked.args.context;
  const shown = String(body.get(REVIEWED_DETAILS_FIELD) ?? "");
  const before = await awaitOutcome<SavedId>(services.vault, outcomeName(shown), { signal });
  if (before?.state === "known") throw redirect((await savedTo(asked, before.value)).to, 303);
  const answers = requireDetails(asked);
  if (shown === intentOf(asked, answers)) return answers;
  asked.portal.session.flash({ tone: "warning", text: before ? NOT_KNOWN : CHANGED });
  throw redirect(stepPath(asked, "/confirmation"), 303);
}

/** Notes what was saved for further presses on the same page; where the way goes on. */
async function noteSaved(asked: PostRequest, shown: string, value: SavedId): Promise<Saved> {
  await asked.args.context.services.vault.set(outcomeName(shown), { state: "known", value });
  return savedTo(asked, value);
}

/** Where the way goes on after a save; what was entered is forgotten. */
async function savedTo(asked: PostRequest, id: SavedId): Promise<Saved> {
  keptBankCheck.keep(asked.portal, undefined);
  keepAnswers(asked, undefined);
  if (id === undefined)
    return {
      to: paths.directDebits(),
      flash: "Your Direct Debit is set up. Its confirmation letter is in this list.",
    };
  await noteDone(asked.portal, "direct debits saved", id);
  await forgetFetched(asked.portal, id);
  return { to: paths.directDebitSaved(id) };
}

/** The fields that the conflict page compares. */
const comparedFields = ({ bankSortCode, bankAccountNumber, bankAccountName }: BankDetails) => ({
  bankAccount: `${sortCodeText(bankSortCode)} ${masked(bankAccountNumber)}`,
  bankAccountName,
});

/** What is saved by now, for the conflict page; undefined for a new direct debit. */
async function latestOf(asked: PostRequest, yours: BankDetails): Promise<Latest | undefined> {
  const latest = await directDebitOf(asked);
  if (!latest) return undefined;
  const saved = bankDetailsIn(latest);
  const values = comparedFields(saved);
  const looksSame = values.bankAccount === comparedFields(yours).bankAccount;
  if (looksSame && !isSameNumbers(saved, yours)) values.bankAccount += " (another account)";
  return { values, rowVersion: latest.rowVersion };
}

/**
 * What was entered with the choices made on the conflict page, which is kept. Throws the redirect to step 2 where one's
 * own numbers were chosen and were never checked, since the direct debit had them.
 */
async function withChoices(
  asked: PostRequest,
  answers: CompleteAnswers,
  body: FormData,
  rowVersion: string,
): Promise<CompleteAnswers> {
  const latest = rowVersion === "" ? undefined : await directDebitOf(asked);
  if (!latest) return answers;
  const { bankAccountName, ...numbers } = bankDetailsIn(latest);
  const isTheirs = (name: keyof typeof confirmationForm.fields) => body.get(choiceField(name)) === "theirs";
  const theirs = {
    ...(isTheirs("bankAccount") && numbers),
    ...(isTheirs("bankAccountName") && { bankAccountName }),
  };
  const typed = { ...answers.typed, ...theirs };
  const details = { ...answers.details, ...theirs };
  const check = isTheirs("bankAccount") ? undefined : answers.check;
  if (!check && !isSameNumbers(numbers, details)) {
    keepAnswers(asked, { run: answers.run, rowVersion, typed });
    asked.portal.session.flash({ tone: "warning", text: CHECK_AGAIN });
    throw redirect(stepPath(asked, "/details"), 303);
  }
  const chosen = { ...answers, rowVersion, typed, check, details };
  keepAnswers(asked, chosen);
  return chosen;
}
