/** A sort code and an account number, as digits. */
export interface BankNumbers {
  readonly bankSortCode: string;
  readonly bankAccountNumber: string;
}

/** Typed digits without the blanks and dashes that people group them by. */
export const bareDigits = (typed: string) => typed.replace(/[\s\u2010-\u2015-]/g, "");

/** `63748472` → `****8472`: how an account number is shown wherever it is only looked at. */
export const masked = (accountNumber: string) =>
  accountNumber === "" ? "" : `****${accountNumber.slice(-4)}`;

/** `202959` → `20-29-59`, also while it is typed; anything but digits stays as it is. */
export const sortCodeText = (digits: string) =>
  /^\d*$/.test(digits) ? digits.replace(/(\d\d)(?=\d)/g, "$1-") : digits;

export const isSameNumbers = (one: BankNumbers, other: BankNumbers) =>
  one.bankSortCode === other.bankSortCode && one.bankAccountNumber === other.bankAccountNumber;

/** Whether both have all their digits. */
export const isComplete = ({ bankSortCode, bankAccountNumber }: BankNumbers) =>
  /^\d{6}$/.test(bankSortCode) && /^\d{8}$/.test(bankAccountNumber);

/** The digits of numbers that came from the API or the bank check, where leading zeros get lost. */
export const wholeNumbers = (sortCode: string, accountNumber: string): BankNumbers => ({
  bankSortCode: withZeros(bareDigits(sortCode), 6),
  bankAccountNumber: withZeros(bareDigits(accountNumber), 8),
});

const withZeros = (digits: string, length: number) =>
  /^\d+$/.test(digits) ? digits.padStart(length, "0") : digits;

/** Field of a script's post that asks for our own modulus check alone. */
export const FIRST_LOOK = "firstLook";
