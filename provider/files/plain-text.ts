const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** What a person would read of a text that may hold HTML: for documents that cannot show any. */
export function plainText(markup: string): string {
  return markup
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, "")
    .replace(/<(?:br|li|p|ul)\b[^>]*>/gi, " ")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
