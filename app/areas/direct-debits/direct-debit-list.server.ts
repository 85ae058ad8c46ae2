import { defineList } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { listDirectDebits, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import { masked, sortCodeText, wholeNumbers } from "./bank-numbers.ts";

export const textIn = (value: unknown) => wordsOf(value).trim();

const sortCodeOf = ({ bankSortCode }: DirectDebit) =>
  sortCodeText(wholeNumbers(textIn(bankSortCode), "").bankSortCode);

/** The direct debits of the account (docs/domain.md, Direct debits). No row holds a whole account number. */
export const directDebitList = defineList({
  id: "direct-debits",
  path: paths.directDebits(),
  noun: "Direct Debits",
  caption: "Direct Debits of this account",
  empty: "You have no Direct Debits",
  emptyIcon: "landmark",
  role: "Orders",
  operation: listDirectDebits,
  columns: [
    { key: "account", label: "Account Number", sort: "sageAccountNumber" },
    { key: "sortCode", label: "Bank Sort Code", sort: "bankSortCode", text: sortCodeOf },
    {
      key: "bankAccount",
      label: "Bank Account Number",
      sort: "bankAccountNumber",
      text: ({ bankAccountNumber }) => masked(textIn(bankAccountNumber)),
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
  defaultSort: "account",
  search: {
    label: "Search Direct Debits",
    placeholder: "Account, reference, name or last digits",
    delayMs: 300,
    minLength: 1,
  },
  searchWhole: true,
  // A keyword holds no line break, so none matches across two fields.
  searchText: (one) =>
    [
      one.sageAccountNumber,
      one.bankSortCode,
      sortCodeOf(one),
      one.bankAccountNumber,
      one.bankAccountName,
      one.bankName,
      one.directDebitReference,
    ]
      .map(textIn)
      .join("\n"),
  keyOf: ({ directDebitId }) => String(directDebitId),
  nameOf: ({ sageAccountNumber }) => `Direct Debit of ${textIn(sageAccountNumber)}`,
  to: ({ directDebitId }, place) => paths.directDebit(String(directDebitId), place),
});
