import { sameVersion, written } from "#app/forms/object-fields.ts";
import {
  createDirectDebit,
  listDirectDebits,
  updateDirectDebit,
  type DirectDebit,
} from "#app/portal-api/direct-debits.ts";
import { failedCall, isPortalApiError, refusal } from "#app/portal-api/errors.ts";
import type { Portal } from "#app/request/portal.ts";
import { acceptedNumbers, type Complete, type DirectDebitDetails } from "./answers.server.ts";
import { isSameNumbers } from "./bank-numbers.ts";
import { textIn } from "./direct-debit-list.server.ts";
import { ONE_PER_ACCOUNT } from "./wizard-texts.ts";
import { numbersIn, readDirectDebit } from "./wizard-view.server.ts";

/** A direct debit that was saved; without id where the list could not be asked for the new one's. */
export interface Done {
  readonly id: string | undefined;
}

interface Work {
  readonly call: typeof createDirectDebit | typeof updateDirectDebit;
  readonly run: () => Promise<Done>;
  /** Whether it was made, where the answer was lost. Throws PortalApiError. */
  readonly lookUp: () => Promise<Done | undefined>;
}

/** Sets up a new one; its id is read from the list, since the API does not answer it. */
export async function setUpOne(portal: Portal, { details }: Complete): Promise<Work> {
  const { api } = portal;
  const [blank, known] = await Promise.all([readDirectDebit(portal, undefined), ofAccount(portal, details)]);
  const before = new Set(known.map(({ directDebitId }) => directDebitId));
  const fields = bankFieldsOf(details);
  const body = {
    ...written(blank, {
      sageAccountNumber: details.sageAccountNumber,
      sage200CompanyName: details.companyName,
      selectedSageAccount: details.accountText,
      ...fields,
    }),
    sageAccountLinkId: details.sageAccountLinkId,
    ...agreed,
  };
  return {
    call: createDirectDebit,
    async run() {
      if (known.length > 0) throw refusal("SageAccountNumber", ONE_PER_ACCOUNT);
      await api.call(createDirectDebit, { body });
      const now = await ofAccount(portal, details).catch(() => undefined);
      const made = now?.find(({ directDebitId }) => !before.has(directDebitId));
      // A list that can be read and does not have it: nobody may say that it is set up.
      if (now && !made) throw failedCall(createDirectDebit, { kind: "failed" });
      return doneWith(made);
    },
    async lookUp() {
      // Equal numbers mean that an earlier press made it, and no colleague.
      const ours = (await ofAccount(portal, details)).find((one) => isSameNumbers(numbersIn(one), fields));
      return ours && doneWith(ours);
    },
  };
}

/** A change of one, sent back whole with the version that the person saw. */
export async function changeOne(portal: Portal, answers: Complete, id: string): Promise<Work> {
  const { details, rowVersion } = answers;
  const item = await readDirectDebit(portal, id);
  const isKept = details.check === "saved already";
  const fields = isKept ? { bankAccountName: details.bankAccountName } : bankFieldsOf(details);
  const body = {
    ...written(item, fields),
    ...agreed,
    rowVersion: sameVersion(item.rowVersion, rowVersion),
  };
  const isSaved = (one: DirectDebit) =>
    isSameNumbers(numbersIn(one), numbersIn(body)) && textIn(one.bankAccountName) === details.bankAccountName;
  const lookUp = async () => {
    const latest = await readDirectDebit(portal, id);
    return isSaved(latest) ? doneWith(latest) : undefined;
  };
  return {
    call: updateDirectDebit,
    async run() {
      // Somebody else's numbers, which the confirmation did not show; an API without versions would save them.
      if (isKept && !isSameNumbers(numbersIn(item), details))
        throw failedCall(updateDirectDebit, { kind: "conflict", serverText: CHANGED_BY_ANOTHER });
      try {
        await portal.api.call(updateDirectDebit, { body });
      } catch (error) {
        // Somebody else's save that says the same is as good as ours.
        if (!isPortalApiError(error) || error.kind !== "conflict" || !(await lookUp())) throw error;
      }
      return { id };
    },
    lookUp,
  };
}

const CHANGED_BY_ANOTHER = "This Direct Debit was changed by another user.";
const agreed = { accountHolderConfirm: true, accountAuthConfirm: true, modulusFailed: false };

const doneWith = (one: DirectDebit | undefined): Done => ({ id: one && String(one.directDebitId) });

async function ofAccount({ api }: Portal, { sageAccountNumber }: DirectDebitDetails) {
  const all = await api.call(listDirectDebits, {}, { fresh: true });
  return all.filter((one) => textIn(one.sageAccountNumber) === sageAccountNumber);
}

/** The numbers that the bank check answered, with its MAC; as typed where it could not be asked. */
function bankFieldsOf(details: DirectDebitDetails) {
  const { bankSortCode, bankAccountNumber } = acceptedNumbers(details);
  const check = details.check === "saved already" ? undefined : details.check;
  return {
    bankSortCode,
    bankAccountNumber,
    bankAccountName: details.bankAccountName,
    bankAccountVerificationMAC: check?.output?.mac ?? "",
    bankName: check?.bankName ?? "",
  };
}
