/** A file's name without what deceives (direction marks, control characters) or leads out of a folder; '' where nothing is left. */
export function plainName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/[/\\:*?"<>|]+/g, "-")
    .replace(/^[\s.]+|[\s.]+$/g, "");
}
