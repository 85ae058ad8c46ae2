/** The characters beyond Latin-1 that a PDF's built-in fonts can draw (WinAnsiEncoding). */
const WIN_ANSI_EXTRAS = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Makes a text drawable with a PDF's built-in fonts: drops accents where needed and writes '?' for the rest. */
export function pdfText(text: string): string {
  const singleLine = text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "");
  return [...singleLine].map(toDrawable).join("").trim();
}

function toDrawable(character: string): string {
  if (isDrawable(character)) return character;
  const withoutAccents = character.normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...withoutAccents].filter(isDrawable).join("");
  return letters === "" ? "?" : letters;
}

function isDrawable(character: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(character) || WIN_ANSI_EXTRAS.has(character);
}
