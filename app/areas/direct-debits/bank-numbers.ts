import { clean } from "#app/forms/cleaning.ts";

export interface BankNumbers {
  readonly bankSortCode: string;
  readonly bankAccountNumber: string;
}

/** `63748472` → `****8472`. Everything but the form itself shows account numbers like this. */
export const maskAccountNumber = (accountNumber: string) =>
  accountNumber === "" ? "" : `****${accountNumber.slice(-4)}`;

/** Masked, and told apart in words from another number with the same ending. */
export function maskBeside(accountNumber: string, other: string): string {
  const mask = maskAccountNumber(accountNumber);
  const looksSame = mask === maskAccountNumber(other) && accountNumber !== other;
  return looksSame ? `${mask} (a different account)` : mask;
}

/** `202959` → `20-29-59`, even while it's being typed. Returns text that isn't all digits unchanged. */
export const formatSortCode = (digits: string) =>
  /^\d*$/.test(digits) ? digits.replace(/(\d\d)(?=\d)/g, "$1-") : digits;

export const isSameNumbers = (a: BankNumbers, b: BankNumbers) =>
  a.bankSortCode === b.bankSortCode && a.bankAccountNumber === b.bankAccountNumber;

export const isComplete = ({ bankSortCode, bankAccountNumber }: BankNumbers) =>
  /^\d{6}$/.test(bankSortCode) && /^\d{8}$/.test(bankAccountNumber);

/** Just the digits, without spaces and dashes. */
export const cleanNumbers = (sortCode: string, accountNumber: string): BankNumbers => ({
  bankSortCode: clean.bankNumber(sortCode),
  bankAccountNumber: clean.bankNumber(accountNumber),
});

/** Restores leading zeros, which the API and the bank check may lose. */
export function withLeadingZeros(sortCode: string, accountNumber: string): BankNumbers {
  const { bankSortCode, bankAccountNumber } = cleanNumbers(sortCode, accountNumber);
  return { bankSortCode: padDigits(bankSortCode, 6), bankAccountNumber: padDigits(bankAccountNumber, 8) };
}

const padDigits = (digits: string, length: number) =>
  /^\d+$/.test(digits) ? digits.padStart(length, "0") : digits;

/** bank-fields.tsx posts this field while someone types, to run only our own modulus check. */
export const MODULUS_ONLY_FIELD = "firstLook";
