/** `+44 (0)1273 123456` begins like this once its blanks are gone; nationally with 0. A bare 44 counts before a 0. */
const UK_PREFIX = /^(?:\+44|0044|44(?=0))0?/;

/**
 * A phone number without the blanks, dots, dashes and brackets that people group it by, in national form; anything
 * that is no number then is left for the rules.
 */
export function digitsOf(typed: string): string {
  const bare = typed.replace(/[\s.()\u2010-\u2015-]/g, "");
  return /^\+?\d+$/.test(bare) ? bare.replace(UK_PREFIX, "0") : typed;
}

/** The two numbers of a person: the API counts characters (10 to 11, spec 1 §5), people group digits. */
export const phones = { telephone: digitsOf, mobile: digitsOf } as const;
