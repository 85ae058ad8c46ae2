import { noteMandate } from "#app/areas/invoices/how-paid.server.ts";
import { sameVersion, written } from "#app/forms/object-fields.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import {
  createDirectDebit,
  getBlankDirectDebit,
  listDirectDebits,
  updateDirectDebit,
  type DirectDebit,
} from "#app/portal-api/direct-debits.ts";
import { failedCall, refusal } from "#app/portal-api/errors.ts";
import { onceOrElse } from "#app/request/across-instances.server.ts";
import { lastingApiOf } from "#app/request/portal.ts";
import { intentOf, keepAnswers, newRun, type CompleteAnswers } from "./answers.server.ts";
import { isSameNumbers } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import { bankDetailsIn, readDirectDebit } from "./direct-debit.server.ts";

/** The id of the direct debit that was saved; undefined where the list could not be asked for a new one's. */
export type SavedId = string | undefined;

/** Names the outcome of a save, for all presses, tabs and instances. */
export const outcomeName = (intent: string) => `direct debit saved ${intent}`;

/** Saves what was confirmed, once for its intent. Throws PortalApiError. */
export function saveDirectDebit({ args, portal }: PostRequest, answers: CompleteAnswers): Promise<SavedId> {
  // Also where the browser leaves meanwhile: the next press is told how it ended.
  const api = lastingApiOf(args.context, portal.account.clientId);
  const lasting = { args, portal: { ...portal, api } };
  const { id } = args.params;
  return id === undefined ? setUp(lasting, answers) : change(lasting, answers, id);
}

/** Sets up a new one; its id is read from the list, since the API does not answer it. */
async function setUp(asked: PostRequest, answers: CompleteAnswers): Promise<SavedId> {
  const { api } = asked.portal;
  const { sageAccountLinkId, sageAccountNumber, ...details } = answers.details;
  const listOfAccount = async () => {
    const all = await api.call(listDirectDebits, {}, { fresh: true });
    return all.filter((one) => textIn(one.sageAccountNumber) === sageAccountNumber);
  };
  const [blank, before] = await Promise.all([api.call(getBlankDirectDebit, {}), listOfAccount()]);
  const fields = { ...details, ...proofOf(answers), sageAccountNumber };
  const body = { ...written(blank, fields), sageAccountLinkId, ...agreed };
  const create = async () => {
    if (before.length > 0) throw refusal("SageAccountNumber", ONE_PER_ACCOUNT);
    // Noted before the call: a page that lists the new debit without the note would say it already collects
    // invoices that it came too late for.
    await noteMandate(asked.args, asked.portal, sageAccountNumber);
    await api.call(createDirectDebit, { body });
    const now = await listOfAccount().catch(() => undefined);
    // A list that can be read and does not have it: nobody may say that it is set up.
    if (now?.length === 0) throw failedCall(createDirectDebit, { kind: "failed" });
    return now?.[0];
  };
  // Equal numbers mean that an earlier press made it, and no colleague.
  const findSaved = async () =>
    (await listOfAccount()).find((one) => isSameNumbers(bankDetailsIn(one), answers.details));
  return saveOnce(asked, answers, { call: createDirectDebit, save: create, findSaved });
}

/** Changes one: it goes back whole, with the version that the person saw. */
async function change(asked: PostRequest, answers: CompleteAnswers, id: string): Promise<SavedId> {
  const { portal } = asked;
  const { details, check, rowVersion } = answers;
  const { bankSortCode, bankAccountNumber, bankAccountName } = details;
  const current = await readDirectDebit(portal, id);
  const fields = {
    bankAccountName,
    ...(check && { bankSortCode, bankAccountNumber, ...proofOf(answers) }),
  };
  const body = {
    ...written(current, fields),
    ...agreed,
    rowVersion: sameVersion(current.rowVersion, rowVersion),
  };
  const findSaved = async () => {
    const latest = await readDirectDebit(portal, id);
    const saved = bankDetailsIn(latest);
    return isSameNumbers(saved, details) && saved.bankAccountName === bankAccountName ? latest : undefined;
  };
  const update = async () => {
    // Somebody else's numbers, which the confirmation did not show; an API without versions would save them.
    if (!check && !isSameNumbers(bankDetailsIn(current), details))
      throw failedCall(updateDirectDebit, { kind: "conflict", serverText: CHANGED_BY_ANOTHER });
    await portal.api.call(updateDirectDebit, { body });
    return current;
  };
  return saveOnce(asked, answers, { call: updateDirectDebit, save: update, findSaved });
}

interface Save {
  readonly call: typeof createDirectDebit | typeof updateDirectDebit;
  readonly save: () => Promise<DirectDebit | undefined>;
  /** What was saved, where the answer was lost; undefined for nothing. Throws PortalApiError. */
  readonly findSaved: () => Promise<DirectDebit | undefined>;
}

/** An unknown outcome is looked up; where nothing was saved, the next press is a new intent. */
function saveOnce(
  asked: PostRequest,
  answers: CompleteAnswers,
  { call, save, findSaved }: Save,
): Promise<SavedId> {
  const { signal, services } = asked.args.context;
  const name = outcomeName(intentOf(asked, answers));
  const idOf = (saved: DirectDebit | undefined) => saved && String(saved.directDebitId);
  const whenUnknown = async (fault: unknown) => {
    const saved = await findSaved().catch(() => undefined);
    if (saved) return idOf(saved);
    keepAnswers(asked, { ...answers, run: newRun() });
    throw fault ?? failedCall(call, { kind: "failed" });
  };
  return onceOrElse(services.vault, name, async () => idOf(await save()), whenUnknown, { signal });
}

const CHANGED_BY_ANOTHER = "This Direct Debit was changed by another user.";
const agreed = { accountHolderConfirm: true, accountAuthConfirm: true, modulusFailed: false };

/** What the bank check answered beside the numbers; empty where it could not be asked. */
const proofOf = ({ check }: CompleteAnswers) => ({
  bankAccountVerificationMAC: check?.mac ?? "",
  bankName: check?.bankName ?? "",
});
