import sanitizeHtml from "sanitize-html";
import { textLength } from "#app/limits.ts";

/** Stands at the end of a text that was cut. */
const NOT_ALL = "This text is longer than we can show here. Ask the help desk for the rest.";

/** As much of a text with HTML as is cleaned: no more characters than `longest`, tags and entities than a parser takes in time. */
function beginningOf(html: string, longest: number) {
  const marks = /[<&]/g;
  const part = html.slice(0, longest);
  for (let left = textLength.markup; left > 0; left -= 1)
    if (!marks.test(part)) return { part, isCut: part.length < html.length };
  return { part: part.slice(0, marks.lastIndex), isCut: true };
}

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * HTML of a field, made safe to show in a card: text, lists, tables and links to http(s), mailto and tel remain. Of a
 * text longer than `longest` the beginning, which says so.
 */
export function sanitizeHtmlField(html: string, longest: number = textLength.message): string {
  const { part, isCut } = beginningOf(html, longest);
  const safe = sanitizeHtml(part, {
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
  return isCut ? `${safe}<p>${NOT_ALL}</p>` : safe;
}

function toSafeLink(_name: string, { href = "" }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = href.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (!SAFE_ADDRESS.test(address)) return { tagName: "span", attribs: {} };
  return { tagName: "a", attribs: { href: address, rel: "noopener noreferrer" } };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The words of a field that may hold HTML, a title by default. Of a longer text the beginning, with '…'. */
export function plainText(html: string, longest: number = textLength.title): string {
  const { part, isCut } = beginningOf(html, longest);
  const spaced = part.replace(/<\/?(?:br|p|div|li|tr|h\d)\b/gi, " $&");
  const words = wordsIn(spaced).replace(/\s+/g, " ").trim();
  if (!isCut) return words;
  return longest < textLength.message ? `${words}…` : `${words}… ${NOT_ALL}`;
}

/** A message with a line for each of its HTML's, to be edited; {@link htmlOfLines} is the way back. */
export function plainLines(html: string): string {
  const { part, isCut } = beginningOf(html, textLength.message);
  const text = isMarkedUp(part) ? linesIn(part) : part.replace(/\r\n?/g, "\n").trim();
  return isCut ? `${text}…\n${NOT_ALL}` : text;
}

function linesIn(html: string): string {
  // A tag's end is where the next begins, too: a text of beginnings would be read through for each.
  const broken = html.replace(/\s+/g, " ").replace(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h\d)>/gi, "$&\n");
  return wordsIn(broken)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

export function htmlOfLines(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign)
    .replace(/\n/g, "<br>");
}

const isMarkedUp = (text: string) => /[<&]/.test(text);

function wordsIn(html: string): string {
  if (!isMarkedUp(html)) return html;
  const words = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return words.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
