/** Letters that no decomposition turns into the ones that people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: "l", đ: "d", ð: "d", ø: "o", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th" },
};

/** A text as searches compare it: without capitals, accents and apostrophes, and with one kind of dash and space. */
export function foldText(text: string): string {
  return text
    .replace(/['’‘ʼ´`′]/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[łđðøħıßæœþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[‐-―−]/g, "-")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

/**
 * Whether a text, with a line for each field, has all words of the keyword, in any order and spaced in any way. A keyword
 * without letters is one number.
 */
export function keywordMatcher(keyword: string): (text: string) => boolean {
  const folded = foldText(keyword);
  const isNumber = !/\p{L}/u.test(folded);
  const words = isNumber ? [folded.replace(/[ -]/g, "")] : folded.split(/[ \n]+/);
  return (text) => {
    const foldedText = foldText(text);
    const withoutGaps = foldedText.replace(isNumber ? /[ -]/g : / /g, "");
    return words.every((word) => foldedText.includes(word) || withoutGaps.includes(word));
  };
}
