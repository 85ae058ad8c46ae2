/** Letters that no decomposition turns into the ones that people type for them. */
const PLAIN = { ł: "l", đ: "d", ð: "d", ø: "o", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe" } as const;

/** A text as searches compare it: without capitals, accents and apostrophes, with one kind of dash and space. */
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

/** Whether a text, a line for each field, has all words of the keyword, in any order and spaced in any way. Digits without letters are one number. */
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

/** What stands before the ten digits that a British phone number has in all its spellings. */
const UK_PREFIX = /^(?:(?:\+|00)440?|0)(?=\d{10}$)/;
