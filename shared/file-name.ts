import { textLength } from "./limits.ts";

/** A file's name without control characters, direction marks and path separators, but with the joiners in emoji and Persian. May be empty. */
export function safeFileName(name: string): string {
  const plain = shortenFileName(name)
    .normalize("NFC")
    .replace(/(?![\u{200c}-\u{200d}\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/[/\\:*?"<>|]+/g, "-");
  return withoutTrailingDots(plain).replace(/^[\s.]+/, "");
}

const EXTENSION_LENGTH = 10;

/** Shortens a name that's too long in the middle, so that it keeps its extension. */
export function shortenFileName(name: string): string {
  const maxLength = textLength.fileName;
  return name.length > maxLength
    ? name.slice(0, maxLength - EXTENSION_LENGTH) + name.slice(-EXTENSION_LENGTH)
    : name;
}

/** Drops dots and white space at the end. A loop, because a pattern for trailing characters takes quadratic time. */
export function withoutTrailingDots(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
