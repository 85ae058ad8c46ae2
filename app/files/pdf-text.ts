/** The characters beyond Latin-1 that a PDF's built-in fonts can draw (WinAnsiEncoding). */
const ALSO = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Makes a text drawable with a PDF's built-in fonts: drops accents where needed and writes '?' for the rest. */
export function pdfText(text: string): string {
  const tidy = text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "");
  return [...tidy].map(drawable).join("").trim();
}

function drawable(character: string): string {
  if (isKnown(character)) return character;
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...bare].filter(isKnown).join("");
  return letters === "" ? "?" : letters;
}

function isKnown(character: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(character) || ALSO.has(character);
}
