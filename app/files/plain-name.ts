import { textLength } from "#app/limits.ts";

/**
 * A file's name without what deceives (direction marks, control characters) or leads out of a folder; '' where nothing
 * is left.
 */
export function plainName(name: string): string {
  const plain = shortName(name)
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/[/\\:*?"<>|]+/g, "-");
  return withoutEnd(plain).replace(/^[\s.]+/, "");
}

/** Characters of the longest extension, with its dot. */
const EXTENSION = 10;

/** As long as a name may be: what is too much is cut out of the middle, so that the extension stays. */
export function shortName(name: string): string {
  const most = textLength.fileName;
  return name.length > most ? name.slice(0, most - EXTENSION) + name.slice(-EXTENSION) : name;
}

/** The text without the spaces and dots at its end; a pattern would begin anew at each of them. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
