export interface DigitMask {
  readonly digits: number;
  /** The number of digits between two dashes; without it there are no dashes. */
  readonly groupSize?: number;
}

interface TextWithCaret {
  readonly text: string;
  readonly caret: number;
}

/**
 * Keeps the digits that fit and puts the mask's dashes between them. The caret stays behind the same digit. With `skipsDash`
 * it moves behind a dash that follows, or the Delete key would never get past the dash.
 */
export function maskedText(
  { text, caret }: TextWithCaret,
  { digits: maxDigits, groupSize }: DigitMask,
  skipsDash = false,
): TextWithCaret {
  const after = digitsOf(text.slice(caret)).slice(0, maxDigits);
  // The digits before the caret were typed last, so they are cut if there are too many.
  const before = digitsOf(text.slice(0, caret)).slice(0, maxDigits - after.length);
  const digits = before + after;
  const dashesIn = (count: number) => (groupSize ? Math.max(0, Math.ceil(count / groupSize) - 1) : 0);
  const isAtDash =
    skipsDash && groupSize !== undefined && after !== "" && before !== "" && before.length % groupSize === 0;
  return {
    text: groupSize ? digits.replace(new RegExp(`(\\d{${groupSize}})(?=\\d)`, "g"), "$1-") : digits,
    caret: before.length + dashesIn(before.length) + (isAtDash ? 1 : 0),
  };
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
