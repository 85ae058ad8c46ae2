import UkModulusChecking from "uk-modulus-checking";
import { errorLogFields } from "#app/errors/error-page.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { flowState } from "#app/flows/flow.server.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { bankCheckOf } from "#app/request/portal.ts";
import { getBankName, validateBankAccount, type BankVerdict } from "#shared/portal-api/bank-check.ts";
import type { CallOptions } from "#shared/portal-api/client.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { isComplete, isSameNumbers, withLeadingZeros, type BankNumbers } from "./bank-numbers.ts";

export interface ShownCheck extends BankNumbers {
  readonly state: "checking" | "valid" | "invalid" | "unavailable";
  readonly text: string;
  readonly bankName: string;
  /** The account's new numbers, if the bank has changed them. We save these. */
  readonly changedTo?: BankNumbers;
  /** Our own modulus check has failed. Only a hint until the bank check answers, or if it's unavailable. */
  readonly looksWrong: boolean;
}

export interface BankCheck extends ShownCheck {
  /** The service's proof of the check. Saved with the direct debit, never sent to the browser. */
  readonly mac: string;
}

/** Kept apart from the answers, because a check started by a script may finish while step 2 is saving them. */
export const latestBankCheckState = flowState<BankCheck>("latest bank check");

/** The service's codes in `InvalidIssue`. */
const invalidIssues = { modulusCheckFailed: 6, unknownSortCode: 7 };

const PASSED = "Your details passed our external checks.";
const FAILED = "Your sort code and account number did not pass our external checks.";
export const NO_BANK = "Your sort code couldn't be matched to a bank.";

const CAN_CONTINUE = "You can continue, but these numbers haven't been checked.";
const MUST_BE_CHECKED = "Please try again later. We can't set up a Direct Debit without this check.";

/** Uses the cached check if it's for the same numbers. If the call fails, the state is `unavailable`, which only blocks with `BANK_CHECK_REQUIRED`. */
export async function checkBank(
  request: PostRequest,
  numbers: BankNumbers,
  options?: CallOptions,
): Promise<BankCheck> {
  const { bankSortCode, bankAccountNumber } = numbers;
  const cached = latestBankCheckState.read(request.portal);
  if (cached && cached.state !== "unavailable" && isSameNumbers(cached, numbers)) return cached;
  const result = await requestBankCheck(request, numbers, options);
  const check = { bankSortCode, bankAccountNumber, ...noResult, mac: "", ...result };
  latestBankCheckState.save(request.portal, check);
  return check;
}

const noResult = { text: "", bankName: "", looksWrong: false };
type CheckResult = Pick<BankCheck, "state" | "text"> & Partial<BankCheck>;

async function requestBankCheck(
  { args: { context }, portal }: PostRequest,
  numbers: BankNumbers,
  options?: CallOptions,
): Promise<CheckResult> {
  const undefinedIfFailed = <T>(call: Promise<T>) =>
    call.catch((error: unknown) => {
      if (!isPortalApiError(error)) throw error;
      context.log.warn(errorLogFields(error), "bank check failed");
      return undefined;
    });
  const service = bankCheckOf(context, portal);
  const params = { clientId: portal.account.clientId };
  const query = { SortCode: numbers.bankSortCode, AccountNumber: numbers.bankAccountNumber };
  const verdict =
    service && (await undefinedIfFailed(service.call(validateBankAccount, { params, query }, options)));
  if (!verdict)
    return {
      state: "unavailable",
      text: `${validateBankAccount.failure} ${context.config.bankCheckRequired ? MUST_BE_CHECKED : CAN_CONTINUE}`,
      looksWrong: failsModulusCheck(numbers),
    };
  if (!verdict.Valid) return { state: "invalid", text: invalidText(verdict) };
  const returned = returnedNumbers(verdict, numbers);
  const branch = { params, query: { SortCode: (returned.changedTo ?? numbers).bankSortCode } };
  const bankName =
    verdict.UKBankBranch?.BankName ||
    (await undefinedIfFailed(service.call(getBankName, branch, optionalCallOptions)));
  const text = bankName === undefined ? `${PASSED} ${getBankName.failure}` : PASSED;
  return { state: "valid", text, bankName: bankName ?? "", ...returned };
}

function invalidText({ InvalidIssue, InvalidReason }: BankVerdict): string {
  if (InvalidIssue === invalidIssues.modulusCheckFailed) return FAILED;
  return InvalidIssue === invalidIssues.unknownSortCode ? NO_BANK : InvalidReason.trim() || FAILED;
}

function returnedNumbers({ AccountDetailsOutput }: BankVerdict, sent: BankNumbers) {
  const {
    SortCode = "",
    AccountNumber = "",
    BankAccountVerificationMAC: mac = "",
  } = AccountDetailsOutput ?? {};
  // An answer without numbers confirms the ones we sent.
  if (SortCode + AccountNumber === "") return { mac };
  const numbers = withLeadingZeros(SortCode, AccountNumber);
  // The proof is for numbers that we couldn't read.
  if (!isComplete(numbers)) return { mac: "" };
  return isSameNumbers(numbers, sent) ? { mac } : { mac, changedTo: numbers };
}

/** Our own modulus check, shown until the bank check answers, which may take a while. */
export const modulusCheck = (numbers: BankNumbers): ShownCheck => ({
  ...numbers,
  ...noResult,
  state: "checking",
  looksWrong: failsModulusCheck(numbers),
});

export const withoutMac = ({ mac: _, ...check }: BankCheck): ShownCheck => check;

/** The public modulus tables from 2020 lack newer sort codes, so this only warns. */
function failsModulusCheck({
  bankSortCode: sortCode,
  bankAccountNumber: accountNumber,
}: BankNumbers): boolean {
  return !new UkModulusChecking({ sortCode, accountNumber }).isValid();
}
