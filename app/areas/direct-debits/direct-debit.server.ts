import type { PostRequest } from "#app/forms/post.server.ts";
import { rowInList } from "#app/grid/list.server.ts";
import { getDirectDebitToEdit, listSageAccounts, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import type { Portal } from "#app/request/portal.ts";
import { wholeNumbers, type BankNumbers } from "./bank-numbers.ts";
import { directDebitList, textIn } from "./direct-debit-list.server.ts";

export interface BankDetails extends BankNumbers {
  readonly bankAccountName: string;
}

export const bankDetailsIn = (directDebit: DirectDebit): BankDetails => ({
  ...wholeNumbers(textIn(directDebit.bankSortCode), textIn(directDebit.bankAccountNumber)),
  bankAccountName: textIn(directDebit.bankAccountName),
});

/** A direct debit as it is saved now. Throws PortalApiError. */
export function readDirectDebit({ api }: Portal, id: string): Promise<DirectDebit> {
  return api.call(getDirectDebitToEdit, { params: { id } });
}

/** The direct debit of the address; undefined for a new one. Throws PortalApiError. */
export async function directDebitOf({ args, portal }: PostRequest): Promise<DirectDebit | undefined> {
  const { id } = args.params;
  return id === undefined ? undefined : readDirectDebit(portal, id);
}

/** The accounts that have no direct debit yet; a new one needs one of them. Throws PortalApiError. */
export function listUnusedAccounts({ api }: Portal) {
  return api.call(listSageAccounts, { query: { includeUsedAccounts: false } });
}

/** The direct debit as its list shows it, for the top of each step; undefined for a new one. */
export function listedDirectDebit({ args }: Pick<PostRequest, "args">, directDebit: DirectDebit | undefined) {
  return directDebit && rowInList(directDebitList, directDebit, args.request.url);
}

export type ListedDirectDebit = ReturnType<typeof listedDirectDebit>;
