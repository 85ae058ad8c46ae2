export interface DigitMask {
  readonly digits: number;
  /** Of this many each, with dashes between them. */
  readonly group?: number;
}

interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * Only digits, no more than fit, with the dashes of the mask; the caret stays behind the digit that it was behind. With
 * `goesOn` it stands behind a dash there, so that the Delete key passes the dash.
 */
export function maskedText({ text, caret }: Typed, { digits, group }: DigitMask, goesOn = false): Typed {
  const after = digitsOf(text.slice(caret)).slice(0, digits);
  // Of too many digits the last ones typed go, not those that stood behind them.
  const before = digitsOf(text.slice(0, caret)).slice(0, digits - after.length);
  const all = before + after;
  const dashesIn = (count: number) => (group ? Math.max(0, Math.ceil(count / group) - 1) : 0);
  const isAtDash = goesOn && group !== undefined && after !== "" && before.length % group === 0;
  return {
    text: group ? all.replace(new RegExp(`(\\d{${group}})(?=\\d)`, "g"), "$1-") : all,
    caret: before.length + dashesIn(before.length) + (isAtDash && before !== "" ? 1 : 0),
  };
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
