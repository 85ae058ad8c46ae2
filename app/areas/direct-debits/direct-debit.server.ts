import type { PostRequest } from "#app/forms/post.server.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import type { Portal } from "#app/request/portal.ts";
import {
  getDirectDebitToEdit,
  listSageAccounts,
  type DirectDebit,
} from "#shared/portal-api/direct-debits.ts";
import { trimmedText } from "#shared/portal-api/shapes.ts";
import { isSameNumbers, maskAccountNumber, withLeadingZeros, type BankNumbers } from "./bank-numbers.ts";
import { directDebitList } from "./direct-debit-list.server.ts";

export type BankDetails = ReturnType<typeof readBankDetails>;

export const readBankDetails = (directDebit: DirectDebit) => ({
  ...withLeadingZeros(trimmedText(directDebit.bankSortCode), trimmedText(directDebit.bankAccountNumber)),
  bankAccountName: trimmedText(directDebit.bankAccountName),
});

/** The last digits of the account that we still collect from until a change takes effect; undefined if it's not changing. */
export const oldAccountDigits = (saved: BankDetails, entered: BankNumbers) =>
  isSameNumbers(saved, entered) ? undefined : maskAccountNumber(saved.bankAccountNumber);

export function getDirectDebit({ api }: Portal, id: string): Promise<DirectDebit> {
  return api.call(getDirectDebitToEdit, { params: { id } });
}

/** The direct debit in the URL; undefined for a new one. Throws PortalApiError. */
export async function findRequestedDebit({ args, portal }: PostRequest): Promise<DirectDebit | undefined> {
  const { id } = args.params;
  return id === undefined ? undefined : getDirectDebit(portal, id);
}

/** The account numbers without a direct debit. Throws PortalApiError. */
export function listUnusedAccounts({ api }: Portal) {
  return api.call(listSageAccounts, { query: { includeUsedAccounts: false } });
}

/** The direct debit as its row in the list, for the top of each step; undefined for a new one. */
export function rowOfEdited({ args }: Pick<PostRequest, "args">, directDebit: DirectDebit | undefined) {
  return directDebit && rowInList(directDebitList, directDebit, args.request.url);
}

export type EditedRow = ReturnType<typeof rowOfEdited>;

/** Names the session's set of the direct debits (by id) whose letter has been downloaded since they were last saved. */
export const downloadedLetters = ({ session, account }: Portal) =>
  session.textSet(`letters fetched ${account.clientId}`);
