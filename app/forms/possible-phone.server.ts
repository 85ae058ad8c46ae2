import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { isForeignPhone } from "./cleaning.ts";

/**
 * Whether a cleaned phone number has a length used in its country. We don't ask whether it's in use, because Ofcom's
 * numbers for drama aren't.
 */
export function isPossiblePhone(cleaned: string): boolean {
  const phone = parsePhoneNumberFromString(cleaned, { defaultCountry: "GB", extract: false });
  if (!phone?.isPossible()) return false;
  const { countryCallingCode, nationalNumber } = phone;
  if (isForeignPhone(cleaned)) return countryCallingCode !== "44";
  return [`0${nationalNumber}`, nationalNumber].includes(cleaned);
}
