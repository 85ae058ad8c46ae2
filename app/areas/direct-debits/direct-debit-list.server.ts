import { defineList } from "#app/grid/define-list.server.ts";
import { paths } from "#shared/paths.ts";
import { listDirectDebits, type DirectDebit } from "#shared/portal-api/direct-debits.ts";
import { trimmedText } from "#shared/portal-api/shapes.ts";
import { formatSortCode, maskAccountNumber, withLeadingZeros } from "./bank-numbers.ts";

const sortCodeText = ({ bankSortCode }: DirectDebit) =>
  formatSortCode(withLeadingZeros(trimmedText(bankSortCode), "").bankSortCode);

/** For security, no row shows a whole account number (docs/domain.md, Direct debits). */
export const directDebitList = defineList({
  id: "direct-debits",
  path: paths.directDebits(),
  noun: "Direct Debits",
  caption: "Direct Debits for this account",
  empty: "You have no Direct Debits",
  emptyIcon: "landmark",
  role: "Orders",
  operation: listDirectDebits,
  columns: [
    { key: "account", label: "Account Number", sort: "sageAccountNumber" },
    { key: "sortCode", label: "Bank Sort Code", sort: "bankSortCode", text: sortCodeText },
    {
      key: "bankAccount",
      label: "Bank Account Number",
      sort: "bankAccountNumber",
      text: ({ bankAccountNumber }) => maskAccountNumber(trimmedText(bankAccountNumber)),
    },
    { key: "reference", label: "Direct Debit Reference", sort: "directDebitReference" },
    { key: "name", label: "Account Name", sort: "bankAccountName" },
    { key: "view", label: "View", icon: "eye" },
    {
      key: "letter",
      label: "Letter",
      icon: "download",
      part: "files",
      file: ({ directDebitId }) => paths.directDebitLetter(String(directDebitId)),
    },
  ],
  onPhone: { title: "account", facts: ["sortCode", "bankAccount", "name"] },
  defaultSort: "account",
  search: {
    label: "Search Direct Debits",
    placeholder: "Account, name or last digits",
    delayMs: 300,
    minLength: 1,
  },
  searchesEachField: true,
  searchText: (directDebit) =>
    [
      directDebit.sageAccountNumber,
      directDebit.bankSortCode,
      sortCodeText(directDebit),
      directDebit.bankAccountNumber,
      directDebit.bankAccountName,
      directDebit.bankName,
      directDebit.directDebitReference,
    ]
      .map(trimmedText)
      .join("\n"),
  keyOf: ({ directDebitId }) => String(directDebitId),
  nameOf: ({ sageAccountNumber }) => `Direct Debit for ${trimmedText(sageAccountNumber)}`,
  to: ({ directDebitId }, place) => paths.directDebit(String(directDebitId), place),
});
