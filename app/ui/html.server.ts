import sanitizeHtml from "sanitize-html";
import { textLength } from "#app/limits.ts";

const TRUNCATED_NOTICE = "This text is longer than we can show here. Ask the help desk for the rest.";

/** How many characters, and how many tags and entities, may still be cleaned, since cleaning takes time. Texts may share it. */
export interface CleaningBudget {
  characters: number;
  markup: number;
}

const messageBudget = (): CleaningBudget => ({ characters: textLength.message, markup: textLength.markup });
export const rowBudget = (): CleaningBudget => ({ characters: textLength.row, markup: textLength.row });
export const pageBudget = (): CleaningBudget => ({
  characters: textLength.page,
  markup: 3 * textLength.markup,
});

function takeWithinBudget(html: string, budget: CleaningBudget) {
  const part = html.slice(0, Math.min(budget.characters, textLength.message));
  const markup = Math.min(budget.markup, textLength.markup);
  const markupStart = /[<&]/g;
  let end = part.length;
  let markupCount = 0;
  while (end === part.length && markupStart.test(part)) {
    if (markupCount === markup) end = markupStart.lastIndex - 1;
    else markupCount += 1;
  }
  budget.characters -= end;
  budget.markup -= markupCount;
  return { part: part.slice(0, end), isTruncated: end < html.length };
}

/** The beginning of HTML made safe, up to this many characters of text; what is cut ends in '…'. */
export function htmlExcerpt(html: string, maxLength = 160): string {
  const openTags: string[] = [];
  let excerpt = "";
  let length = 0;
  // Matches each tag, entity or character of the sanitizer's output, which is well-formed.
  for (const [token, slash, tag] of sanitizeHtmlField(html, rowBudget()).matchAll(
    /<(\/?)(\w+)(?:[\s/][^<>]*)?>|&#?\w+;|[^]/gu,
  )) {
    if (tag === undefined && (length += 1) > maxLength)
      return `${excerpt.trimEnd()}…${openTags.map((open) => `</${open}>`).join("")}`;
    excerpt += token;
    if (slash) openTags.shift();
    else if (tag !== undefined && !token.endsWith("/>")) openTags.unshift(tag);
  }
  return excerpt;
}

const SAFE_URL = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Makes the API's HTML safe to show: keeps text, lists, tables and safe links. HTML over the budget is cut and ends with a notice. */
export function sanitizeHtmlField(html: string, budget = messageBudget()): string {
  const { part, isTruncated } = takeWithinBudget(html, budget);
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
  return isTruncated ? `${safe}<p>${TRUNCATED_NOTICE}</p>` : safe;
}

function toSafeLink(_name: string, { href = "" }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = href.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (!SAFE_URL.test(address)) return { tagName: "span", attribs: {} };
  return { tagName: "a", attribs: { href: address, rel: "noopener noreferrer" } };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text of a field that may hold HTML, in one line. Of longer HTML the first `maxLength` characters are read, and '…' follows. */
export function plainText(html: string, maxLength: number = textLength.title): string {
  const { part, isTruncated } = takeWithinBudget(html, { characters: maxLength, markup: textLength.markup });
  const spaced = part.replace(/<\/?(?:br|p|div|li|tr|h\d)\b/gi, " $&");
  const text = textContent(spaced).replace(/\s+/g, " ").trim();
  if (!isTruncated) return text;
  return maxLength < textLength.message ? `${text}…` : `${text}… ${TRUNCATED_NOTICE}`;
}

/** HTML as text with line breaks, for a text area; {@link linesToHtml} is the inverse. */
export function plainLines(html: string, maxLength: number = textLength.message): string {
  const { part, isTruncated } = takeWithinBudget(html, { characters: maxLength, markup: textLength.markup });
  const text = isMarkedUp(part) ? textLines(part) : part.replace(/\r\n?/g, "\n").trim();
  return isTruncated ? `${text}…\n${TRUNCATED_NOTICE}` : text;
}

function textLines(html: string): string {
  // `[^<>]`, not `[^>]`, which would take quadratic time for many unclosed tags.
  const withBreaks = html.replace(/\s+/g, " ").replace(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h\d)>/gi, "$&\n");
  return textContent(withBreaks)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

export function linesToHtml(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign)
    .replace(/\n/g, "<br>");
}

const isMarkedUp = (text: string) => /[<&]/.test(text);

function textContent(html: string): string {
  if (!isMarkedUp(html)) return html;
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
