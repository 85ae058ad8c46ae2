import sanitizeHtml from "sanitize-html";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The words of a field that may hold HTML: for places that show text, such as titles and lists. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, " ").trim();
  const spaced = html.replace(/<\/?(?:br|p|div|li|tr|h\d)\b/gi, " $&");
  const words = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return words
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
