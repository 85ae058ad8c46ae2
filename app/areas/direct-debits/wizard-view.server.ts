import { backTo } from "#app/grid/list-place.ts";
import { rowOf, shapeOf } from "#app/grid/list.server.ts";
import {
  getBlankDirectDebit,
  getDirectDebitToEdit,
  listSageAccounts,
  type DirectDebit,
} from "#app/portal-api/direct-debits.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { wholeAccountNumber, wholeSortCode } from "./bank-numbers.ts";
import { directDebitList, textIn } from "./direct-debit-list.server.ts";

/** The direct debit of the address as it is now, or a blank one. Throws PortalApiError. */
export function readDirectDebit({ api }: Portal, id: string | undefined): Promise<DirectDebit> {
  return id === undefined
    ? api.call(getBlankDirectDebit, {})
    : api.call(getDirectDebitToEdit, { params: { id } });
}

/** The accounts that have no direct debit yet; a new one needs one of them. Throws PortalApiError. */
export function listUnusedAccounts({ api }: Portal) {
  return api.call(listSageAccounts, { query: { includeUsedAccounts: false } });
}

export const numbersIn = (one: DirectDebit) => ({
  bankSortCode: wholeSortCode(textIn(one.bankSortCode)),
  bankAccountNumber: wholeAccountNumber(textIn(one.bankAccountNumber)),
});

export function frameOf({ request }: RouteArgs, thing: DirectDebit | undefined) {
  const list = shapeOf(directDebitList);
  return {
    list,
    row: thing && rowOf(directDebitList, thing),
    backTo: backTo(list, request.url),
  };
}

export type Frame = ReturnType<typeof frameOf>;
