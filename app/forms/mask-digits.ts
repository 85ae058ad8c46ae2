export interface DigitMask {
  readonly digits: number;
  /** The number of digits between two dashes; without it there are no dashes. */
  readonly groupSize?: number;
}

/** The text before and after the caret, joined. */
export interface TypedText {
  readonly before: string;
  readonly after: string;
}

/** Keeps the digits that fit, with the mask's dashes. `skipsDash` moves the caret behind a dash, where the Delete key would stick. */
export function maskedText(
  typed: TypedText,
  { digits: maxDigits, groupSize }: DigitMask,
  skipsDash = false,
): TypedText {
  const after = digitsOf(typed.after).slice(0, maxDigits);
  // The digits before the caret were typed last, so they are cut if there are too many.
  const before = digitsOf(typed.before).slice(0, maxDigits - after.length);
  const digits = before + after;
  const dashesIn = (count: number) => (groupSize ? Math.max(0, Math.ceil(count / groupSize) - 1) : 0);
  const isAtDash =
    skipsDash && groupSize !== undefined && after !== "" && before !== "" && before.length % groupSize === 0;
  const text = groupSize ? digits.replace(new RegExp(`(\\d{${groupSize}})(?=\\d)`, "g"), "$1-") : digits;
  const caret = before.length + dashesIn(before.length) + (isAtDash ? 1 : 0);
  return { before: text.slice(0, caret), after: text.slice(caret) };
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
