import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { isForeignPhone } from "./cleaning.ts";

/**
 * Whether a cleaned number is a British one in national format (with or without the 0), or one from another country, and
 * has a length used there. We don't ask whether it's in use, because Ofcom's numbers for drama aren't.
 */
export function isPossiblePhone(cleaned: string): boolean {
  const phone = parsePhoneNumberFromString(cleaned, { defaultCountry: "GB", extract: false });
  if (!phone?.isPossible()) return false;
  const { countryCallingCode, nationalNumber } = phone;
  // `clean.phone` removes the 44 from a British number, so one that still has it was mistyped.
  if (isForeignPhone(cleaned)) return countryCallingCode !== "44";
  // The parser ignores extensions and characters such as '/', so this compares its number with what was typed.
  return [`0${nationalNumber}`, nationalNumber].includes(cleaned);
}
