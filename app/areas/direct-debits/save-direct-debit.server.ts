import { recordMandate } from "#app/areas/invoices/how-paid.server.ts";
import { flowState } from "#app/flows/flow.server.ts";
import { fieldsToObject, toApiVersion } from "#app/forms/object-fields.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { claimOnce } from "#app/request/once.server.ts";
import { uncancelledApiOf } from "#app/request/portal.ts";
import {
  createDirectDebit,
  getBlankDirectDebit,
  listDirectDebits,
  updateDirectDebit,
  type DirectDebit,
} from "#shared/portal-api/direct-debits.ts";
import { failedCall, refusal } from "#shared/portal-api/errors.ts";
import { trimmedText } from "#shared/portal-api/shapes.ts";
import { detailsFingerprint, newRunId, setAnswers, type CompleteAnswers } from "./answers.server.ts";
import { isSameNumbers } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import { getDirectDebit, oldAccountDigits, readBankDetails } from "./direct-debit.server.ts";

/** The API's event id for each direct debit's latest change. We log downloads of its letter under it. */
export const savedEventState = flowState<unknown>("direct debit event");

/** {@link oldAccountDigits} for each direct debit's latest change. */
export const oldAccountState = flowState<string>("direct debit changed from");

/** Undefined for a new direct debit that isn't in the list yet. */
export type SavedDebitId = string | undefined;

/** Names the record of a save's outcome, which every press, tab and instance shares. */
export const saveRecordName = (fingerprint: string) => `direct debit saved ${fingerprint}`;

/** Saves the confirmed details once for each fingerprint. Throws PortalApiError. */
export function saveDirectDebit({ args, portal }: PostRequest, answers: CompleteAnswers) {
  // The call continues if the browser disconnects, so that the next press gets its outcome.
  const api = uncancelledApiOf(args.context, portal.account.clientId);
  const uncancelledRequest = { args, portal: { ...portal, api } };
  const { id } = args.params;
  return id === undefined
    ? createNew(uncancelledRequest, answers)
    : updateExisting(uncancelledRequest, answers, id);
}

/** Looks up the new id in the list, because the API's answer doesn't have it. */
async function createNew(request: PostRequest, answers: CompleteAnswers): Promise<SavedDebitId> {
  const { api } = request.portal;
  const { sageAccountLinkId, sageAccountNumber, ...details } = answers.details;
  const listForAccount = async () => {
    const all = await api.call(listDirectDebits, {}, { fresh: true });
    return all.filter((directDebit) => trimmedText(directDebit.sageAccountNumber) === sageAccountNumber);
  };
  const [blank, existing] = await Promise.all([api.call(getBlankDirectDebit, {}), listForAccount()]);
  const fields = { ...details, ...bankCheckFields(answers), sageAccountNumber };
  const body = { ...fieldsToObject(blank, fields), sageAccountLinkId, ...confirmedFlags };
  const create = async () => {
    if (existing.length > 0) throw refusal("SageAccountNumber", ONE_PER_ACCOUNT);
    // Before the call, because a page that finds the direct debit without its date would promise to collect invoices
    // that are due before it takes effect.
    await recordMandate(request.args, request.portal, sageAccountNumber);
    await api.call(createDirectDebit, { body });
    // It may take a while to appear in the list.
    const [listed] = await listForAccount().catch(() => []);
    return listed;
  };
  // The same bank numbers mean that an earlier press set it up, not a colleague.
  const findSaved = async () =>
    (await listForAccount()).find((saved) => isSameNumbers(readBankDetails(saved), answers.details));
  return saveOnce(request, answers, createDirectDebit, create, findSaved);
}

/** The API expects the whole object, with the row version that the page showed. */
async function updateExisting(request: PostRequest, answers: CompleteAnswers, id: string) {
  const { portal } = request;
  const { details, check, rowVersion } = answers;
  const { bankSortCode, bankAccountNumber, bankAccountName } = details;
  const current = await getDirectDebit(portal, id);
  const fields = {
    bankAccountName,
    ...(check && { bankSortCode, bankAccountNumber, ...bankCheckFields(answers) }),
  };
  const body = {
    ...fieldsToObject(current, fields),
    ...confirmedFlags,
    rowVersion: toApiVersion(current.rowVersion, rowVersion),
  };
  const findSaved = async () => {
    const latest = await getDirectDebit(portal, id);
    const saved = readBankDetails(latest);
    return isSameNumbers(saved, details) && saved.bankAccountName === bankAccountName ? latest : undefined;
  };
  const update = async () => {
    // A colleague has saved different numbers, which an API without row versions wouldn't notice.
    if (!check && !isSameNumbers(readBankDetails(current), details))
      throw failedCall(updateDirectDebit, { kind: "conflict", serverText: CHANGED_BY_ANOTHER });
    const answer = await portal.api.call(updateDirectDebit, { body });
    savedEventState.save(portal, answer?.eventCorrelationId, id);
    oldAccountState.save(portal, oldAccountDigits(readBankDetails(current), details), id);
    return current;
  };
  return saveOnce(request, answers, updateDirectDebit, update, findSaved);
}

/**
 * Saves once for each fingerprint. If the answer was lost, `findSaved` looks whether it was saved. If it finds nothing,
 * a new run lets the next press save.
 */
async function saveOnce(
  request: PostRequest,
  answers: CompleteAnswers,
  call: typeof createDirectDebit | typeof updateDirectDebit,
  save: () => Promise<DirectDebit | undefined>,
  findSaved: () => Promise<DirectDebit | undefined>,
): Promise<SavedDebitId> {
  const { signal, services } = request.args.context;
  const recordName = saveRecordName(detailsFingerprint(request, answers));
  const idOf = (saved: DirectDebit | undefined) => saved && String(saved.directDebitId);
  const claim = await claimOnce<SavedDebitId>(services.records, recordName, { signal });
  const outcome = claim.outcome ?? (await claim.settle(save().then(idOf)));
  if (outcome.state === "known") return outcome.value;
  const saved = await findSaved().catch(() => undefined);
  if (saved) return idOf(saved);
  setAnswers(request, { ...answers, run: newRunId() });
  throw outcome.error ?? failedCall(call, { kind: "failed" });
}

const CHANGED_BY_ANOTHER = "This Direct Debit was changed by another user.";
const confirmedFlags = { accountHolderConfirm: true, accountAuthConfirm: true, modulusFailed: false };

const bankCheckFields = ({ check }: CompleteAnswers) => ({
  bankAccountVerificationMAC: check?.mac ?? "",
  bankName: check?.bankName ?? "",
});
