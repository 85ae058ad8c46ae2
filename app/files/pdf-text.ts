/** Printed in a PDF if its font lacks some letters. */
export const UNKNOWN_LETTERS =
  "Codes like [U+6771] stand for characters that can't be shown in a PDF. You can see them in the portal.";

/** Text on one line that a font can draw. A letter that it lacks becomes its code, '[U+6771]'. */
export function pdfText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const drawable = (letters: string) => [...letters].every((letter) => hasGlyph(letter.codePointAt(0) ?? 0));
  const drawn = (letter: string) => {
    if (drawable(letter)) return letter;
    // Full-width letters and ligatures can be drawn as plain letters.
    const plain = letter.normalize("NFKC");
    return drawable(plain) ? plain : `[U+${letter.codePointAt(0)?.toString(16).toUpperCase()}]`;
  };
  const singleLine = text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\ufe00-\ufe0f]/gu, "");
  return [...singleLine].map(drawn).join("").replaceAll("][U+", " U+").trim();
}
