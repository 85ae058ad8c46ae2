import sanitizeHtml from "sanitize-html";

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/** HTML of a field, made safe to show in a card: text, lists, tables and links to http(s), mailto and tel remain. */
export function sanitizeHtmlField(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...["p", "br", "hr", "div", "span", "blockquote", "pre", "code"],
      ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup"],
      ...["ul", "ol", "li", "dl", "dt", "dd", "h4", "h5", "h6"],
      ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
      "a",
    ],
    allowedAttributes: { a: ["href", "rel"], th: ["colspan", "rowspan"], td: ["colspan", "rowspan"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    transformTags: { h1: "h4", h2: "h4", h3: "h4", a: toSafeLink },
    nonTextTags: [
      ...["script", "style", "textarea", "option", "noscript"],
      ...["iframe", "svg", "math", "title", "template"],
    ],
    nestingLimit: 50,
  }).trim();
}

function toSafeLink(_name: string, { href = "" }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = href.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (!SAFE_ADDRESS.test(address)) return { tagName: "span", attribs: {} };
  return { tagName: "a", attribs: { href: address, rel: "noopener noreferrer" } };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The words of a field that may hold HTML. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, " ").trim();
  const spaced = html.replace(/<\/?(?:br|p|div|li|tr|h\d)\b/gi, " $&");
  return wordsIn(spaced).replace(/\s+/g, " ").trim();
}

/** {@link plainText} with a line for each of the HTML's, to be edited; {@link htmlOfLines} is the way back. */
export function plainLines(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\r\n?/g, "\n").trim();
  const broken = html.replace(/\s+/g, " ").replace(/<br\b[^>]*>|<\/(?:p|div|li|tr|h\d)>/gi, "$&\n");
  return wordsIn(broken)
    .replace(/ *\n */g, "\n")
    .trim();
}

export function htmlOfLines(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign)
    .replace(/\n/g, "<br>");
}

function wordsIn(html: string): string {
  const words = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return words.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
