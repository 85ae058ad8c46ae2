import UkModulusChecking from "uk-modulus-checking";
import { describe } from "#app/errors/error-page.ts";
import { partOptions } from "#app/errors/tolerate.ts";
import { getBankName, validateBankAccount, type BankVerdict } from "#app/portal-api/bank-check.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { bankCheckOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import {
  isAccountNumber,
  isSameNumbers,
  isSortCode,
  wholeAccountNumber,
  wholeSortCode,
  type BankNumbers,
} from "./bank-numbers.ts";

/** The answer of the bank check for these numbers. The MAC stays on the server: see {@link shownCheck}. */
export interface BankCheck extends BankNumbers {
  readonly state: "checking" | "valid" | "invalid" | "unavailable";
  readonly text: string;
  readonly bankName: string;
  /** For valid ones: the numbers to save, which may be others, and the proof of their check. */
  readonly output?: BankNumbers & { readonly mac: string };
}

export type ShownCheck = Omit<BankCheck, "output"> & {
  readonly changedTo?: BankNumbers;
  /** Our own weights know better; a warning that decides nothing. */
  readonly looksWrong: boolean;
};

const PASSED = "Your details passed our external checks.";
const FAILED = "Your sort code and account number did not pass our external checks.";
const NO_BANK = "Your sort code couldn't be matched to a bank.";

/** Asks the bank check, unless `before` answers for the same numbers. A failed call is `unavailable` and blocks nothing. */
export async function checkBank(
  { context }: RouteArgs,
  portal: Portal,
  { bankSortCode, bankAccountNumber }: BankNumbers,
  before: BankCheck | undefined,
): Promise<BankCheck> {
  const numbers = { bankSortCode, bankAccountNumber };
  if (before && before.state !== "unavailable" && isSameNumbers(before, numbers)) return before;
  const unavailable = {
    ...numbers,
    state: "unavailable",
    text: validateBankAccount.failure,
    bankName: "",
  } as const;
  const service = bankCheckOf(context, portal);
  if (!service) return unavailable;
  const params = { clientId: portal.account.clientId };
  const orElse =
    <T>(instead: T) =>
    (error: unknown) => {
      if (!isPortalApiError(error)) throw error;
      context.log.warn(describe(error), "bank check failed");
      return instead;
    };
  const query = { SortCode: bankSortCode, AccountNumber: bankAccountNumber };
  const verdict = await service
    .call(validateBankAccount, { params, query }, partOptions)
    .catch(orElse(undefined));
  if (!verdict) return unavailable;
  if (!verdict.Valid) return { ...numbers, state: "invalid", text: reasonOf(verdict), bankName: "" };
  const output = outputOf(verdict, numbers);
  const named = verdict.UKBankBranch?.BankName;
  const branch = { params, query: { SortCode: output.bankSortCode } };
  const bankName = named || (await service.call(getBankName, branch, partOptions).catch(orElse(undefined)));
  const text = bankName === undefined ? `${PASSED} ${getBankName.failure}` : PASSED;
  return { ...numbers, state: "valid", text, bankName: bankName ?? "", output };
}

function reasonOf({ InvalidIssue, InvalidReason }: BankVerdict): string {
  if (InvalidIssue === 6) return FAILED;
  return InvalidIssue === 7 ? NO_BANK : InvalidReason.trim() || FAILED;
}

function outputOf({ AccountDetailsOutput: output }: BankVerdict, typed: BankNumbers) {
  const { SortCode = "", AccountNumber = "", BankAccountVerificationMAC: mac = "" } = output ?? {};
  // Without numbers in the answer, the MAC is for those sent.
  if (SortCode + AccountNumber === "") return { ...typed, mac };
  const numbers = {
    bankSortCode: wholeSortCode(SortCode),
    bankAccountNumber: wholeAccountNumber(AccountNumber),
  };
  const isWhole = isSortCode(numbers.bankSortCode) && isAccountNumber(numbers.bankAccountNumber);
  return isWhole ? { ...numbers, mac } : { ...typed, mac: "" };
}

/** Our own advice while the service is asked, which may take long. */
export const firstLook = (numbers: BankNumbers): ShownCheck => ({
  ...{ ...numbers, state: "checking", text: "", bankName: "" },
  looksWrong: looksWrong(numbers),
});

/** The check as a page shows it, with our own advice where the service could not be asked. */
export function shownCheck({ output, ...check }: BankCheck): ShownCheck {
  const changedTo =
    output && !isSameNumbers(output, check)
      ? { bankSortCode: output.bankSortCode, bankAccountNumber: output.bankAccountNumber }
      : undefined;
  return { ...check, changedTo, looksWrong: check.state === "unavailable" && looksWrong(check) };
}

/** The public modulus tables of 2020 lack newer sort codes, so this only warns. */
function looksWrong({ bankSortCode: sortCode, bankAccountNumber: accountNumber }: BankNumbers): boolean {
  return !new UkModulusChecking({ sortCode, accountNumber }).isValid();
}
