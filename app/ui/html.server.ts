import sanitizeHtml from "sanitize-html";
import { textLength } from "#app/limits.ts";

/** Stands at the end of a text that was cut. */
const NOT_ALL = "This text is longer than we can show here. Ask the help desk for the rest.";

/** How many characters, and tags and entities, are cleaned; the texts of a page may share one. */
export interface CleaningBudget {
  characters: number;
  markup: number;
}

const messageBudget = (): CleaningBudget => ({ characters: textLength.message, markup: textLength.markup });
/** For a text in a row of a list. */
export const rowBudget = (): CleaningBudget => ({ characters: textLength.row, markup: textLength.row });
/** For all messages of one page. */
export const pageBudget = (): CleaningBudget => ({
  characters: textLength.page,
  markup: 3 * textLength.markup,
});

/** As much of the text as is cleaned, taken off the budget. */
function beginningOf(html: string, budget: CleaningBudget) {
  const part = html.slice(0, Math.min(budget.characters, textLength.message));
  const markup = Math.min(budget.markup, textLength.markup);
  const mark = /[<&]/g;
  let end = part.length;
  let seen = 0;
  while (end === part.length && mark.test(part)) {
    if (seen === markup) end = mark.lastIndex - 1;
    else seen += 1;
  }
  budget.characters -= end;
  budget.markup -= seen;
  return { part: part.slice(0, end), isCut: end < html.length };
}

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * HTML of a field, made safe to show in a card: text, lists, tables and links to http(s), mailto and tel remain. Of a
 * text longer than its budget the beginning, which says so.
 */
export function sanitizeHtmlField(html: string, budget = messageBudget()): string {
  const { part, isCut } = beginningOf(html, budget);
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
  const { part, isCut } = beginningOf(html, { characters: longest, markup: textLength.markup });
  const spaced = part.replace(/<\/?(?:br|p|div|li|tr|h\d)\b/gi, " $&");
  const words = wordsIn(spaced).replace(/\s+/g, " ").trim();
  if (!isCut) return words;
  return longest < textLength.message ? `${words}…` : `${words}… ${NOT_ALL}`;
}

/** A message with a line for each of its HTML's, to be edited; {@link htmlOfLines} is the way back. */
export function plainLines(html: string, longest: number = textLength.message): string {
  const { part, isCut } = beginningOf(html, { characters: longest, markup: textLength.markup });
  const text = isMarkedUp(part) ? linesIn(part) : part.replace(/\r\n?/g, "\n").trim();
  return isCut ? `${text}…\n${NOT_ALL}` : text;
}

function linesIn(html: string): string {
  // `[^<>]` ends at the next tag, so many unclosed ones stay linear.
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
