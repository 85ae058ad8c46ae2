/** Letters that decomposition doesn't turn into the ones that people type for them. */
const PLAIN = { ł: "l", đ: "d", ð: "d", ø: "o", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe" } as const;

/** A text as searches compare it: without case, accents and apostrophes, and with one kind of dash and space. */
export const foldText = (text: string) =>
  text
    .replace(/['’‘ʼ´`′]/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[łđðøħıßæœ]/g, (letter) => PLAIN[letter as keyof typeof PLAIN])
    .replace(/[‐-―−]/g, "-")
    .replace(/[^\S\n]+/g, " ")
    .trim();

/** Whether a text, with a line for each field, has all words of the keyword, in any order and however they're spaced. Digits without letters count as one number. */
export function keywordMatcher(keyword: string): (text: string) => boolean {
  const folded = foldText(keyword) || keyword;
  const isNumber = /\d/.test(folded) && !/\p{L}/u.test(folded);
  const gaps = isNumber ? /[ ()-]/g : / /g;
  const words = isNumber ? [folded.replace(gaps, "").replace(UK_PREFIX, "")] : folded.split(/[ \n]+/);
  return (text) => {
    const whole = foldText(text);
    const withoutGaps = whole.replace(gaps, "");
    return words.every((word) => whole.includes(word) || withoutGaps.includes(word));
  };
}

/** What comes before the ten digits of a British phone number in all its spellings. */
const UK_PREFIX = /^(?:(?:\+|00)440?|0)(?=\d{10}$)/;
