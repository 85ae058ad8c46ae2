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

interface Reading {
  /** Without tags: blocks stand on lines of their own, and the cells of a row apart. */
  readonly asText?: true;
  /** Of a long address that is shown, only the site. */
  readonly shortensAddresses?: true;
}

/** A comment, a declaration, what mail programs put into a page for themselves, or a tag. */
const MARKUP =
  /<(?:!--|[!?]|(?:style|script|title|textarea|noscript|iframe|svg|math|template)\b|xml>\s*<\w+:|\/?([a-z][\w:-]{0,30}))/gi;
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y;
const KEPT_ATTRIBUTES = ["href", "colspan", "rowspan"];
const READ_ATTRIBUTES = new Set([...KEPT_ATTRIBUTES, "alt", "width", "height"]);
const BLOCK =
  /^(?:p|div|br|hr|h[1-6]|[uod]l|li|d[dt]|table|tr|caption|t(?:head|body|foot)|blockquote|pre|section|article|header|footer|address|fieldset|form|figure)$/;
const LONG_ADDRESS = /\b(https?:\/\/[^\s"'<>/?]{1,100})[/?][^\s"'<>]{40,}/g;

/**
 * Reads HTML until the budget of words or of markup is spent. What nobody reads is left out before anything is counted: styles,
 * comments, attributes, very long links; a picture leaves its alternative text.
 */
function takeWithinBudget(html: string, budget: CleaningBudget, { asText, shortensAddresses }: Reading = {}) {
  const maxMarkup = Math.max(0, Math.min(budget.markup, textLength.markup));
  const markup = { left: maxMarkup };
  let wordsLeft = Math.max(0, Math.min(budget.characters, textLength.message));
  let [part, at, isTruncated, isLineEmpty] = ["", 0, false, true];
  const takeWords = (raw: string) => {
    const spaced = asText ? raw.replace(/\s+/g, " ") : raw;
    const words = shortensAddresses ? spaced.replace(LONG_ADDRESS, "$1/…") : spaced;
    const fitting = words.slice(0, wordsLeft);
    const taken = fitting.slice(0, indexOfEntity(fitting, markup));
    part += taken;
    wordsLeft -= taken.length;
    isTruncated = taken.length < words.length;
    isLineEmpty &&= taken.trim() === "";
  };
  while (at < html.length && !isTruncated) {
    MARKUP.lastIndex = at;
    const start = MARKUP.exec(html);
    takeWords(html.slice(at, start?.index));
    if (!start || isTruncated) break;
    const [opening, name] = start;
    if (name === undefined) {
      at = endOfUnread(html, start.index, opening);
      continue;
    }
    const { attributes, end } = attributesAt(html, MARKUP.lastIndex);
    at = end;
    const tag = name.toLowerCase();
    if (at === Infinity) break;
    if (tag === "img") takeWords(pictureText(attributes));
    else if (asText && BLOCK.test(tag)) {
      if (!isLineEmpty || (tag === "br" && !opening.startsWith("</"))) part += "\n";
      isLineEmpty = true;
    } else if (asText) part += /^t[dh]$/.test(tag) ? " " : "";
    else if (!tag.includes(":")) {
      markup.left -= 1;
      isTruncated = markup.left < 0 || part.length > textLength.message;
      if (!isTruncated) part += `${opening}${keptAttributes(attributes)}>`;
    }
  }
  // What isn't closed has taken the rest, perhaps since the API cut it.
  isTruncated ||= at === Infinity && html.length > textLength.message;
  budget.characters -= part.length;
  budget.markup -= maxMarkup - Math.max(0, markup.left);
  return { part, isTruncated };
}

/** Where the entity is that is one too many; Infinity if there is none. */
function indexOfEntity(words: string, markup: { left: number }): number {
  for (let at = words.indexOf("&"); at >= 0; at = words.indexOf("&", at + 1)) {
    if (markup.left <= 0) return at;
    markup.left -= 1;
  }
  return Infinity;
}

/** Where a comment, a declaration or an element that holds no words ends; Infinity if it isn't closed. */
function endOfUnread(html: string, from: number, opening: string): number {
  const [, name] = /^<(\w+)/.exec(opening) ?? [];
  const closing =
    name === undefined ? (opening === "<!--" ? /-->/g : />/g) : new RegExp(`</${name}\\s*>`, "gi");
  closing.lastIndex = from + 2;
  return closing.exec(html) ? closing.lastIndex : Infinity;
}

/** The attributes that begin there, as they are written, and the index after their tag, Infinity if it isn't closed. */
function attributesAt(html: string, from: number) {
  const attributes: Record<string, string> = {};
  ATTRIBUTE.lastIndex = from;
  let end = from;
  for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
    const [, name = "", quoted, singlyQuoted, plain = ""] = found;
    if (READ_ATTRIBUTES.has(name.toLowerCase()))
      attributes[name.toLowerCase()] ??= quoted ?? singlyQuoted ?? plain;
    end = ATTRIBUTE.lastIndex;
  }
  const closing = html.indexOf(">", end);
  return { attributes, end: closing < 0 ? Infinity : closing + 1 };
}

/** Safe Links of Outlook have about 500 characters. */
const MAX_LINK_LENGTH = 2_000;
const keptAttributes = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .filter(([name, value]) => KEPT_ATTRIBUTES.includes(name) && value.length <= MAX_LINK_LENGTH)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`)
    .join("");

/** Nothing for a picture that says nothing: an ornament, or a pixel that counts readers. */
function pictureText({ alt, width = "", height = "" }: Readonly<Record<string, string>>): string {
  if (alt?.trim() === "" || [width, height].some((size) => /^[01](?:px)?$/.test(size))) return "";
  return alt === undefined ? " [picture] " : ` [picture: ${alt.trim().replaceAll("<", "&lt;")}] `;
}

/** The beginning of HTML made safe, up to this many characters of text; what is cut ends in '…'. */
export function htmlExcerpt(html: string, maxLength = 160): string {
  const openTags: string[] = [];
  let excerpt = "";
  let length = 0;
  const safe = sanitizeHtmlField(html, rowBudget(), { shortensAddresses: true });
  // Matches each tag, entity or character of the sanitizer's output, which is well-formed.
  for (const [token, slash, tag] of safe.matchAll(/<(\/?)(\w+)(?:[\s/][^<>]*)?>|&#?\w+;|[^]/gu)) {
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
export function sanitizeHtmlField(html: string, budget = messageBudget(), reading?: Reading): string {
  const { part, isTruncated } = takeWithinBudget(html, budget, reading);
  let lines = 0;
  // Where there are no tags, line breaks are meant; in an excerpt there's no place for them.
  const withBreaks =
    reading || TAG.test(part)
      ? part
      : part.trim().replace(/\r\n?|\n/g, (end) => ((lines += 1) < textLength.markup ? "<br>" : end));
  const safe = sanitizeHtml(withBreaks, {
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

/** The text of a field that may hold HTML, in one line. Of longer HTML `maxLength` characters of text are read, and '…' follows. */
export function plainText(html: string, maxLength: number = textLength.title): string {
  const budget = { characters: maxLength, markup: textLength.markup };
  const { part, isTruncated } = takeWithinBudget(html, budget, { asText: true });
  const text = textContent(part).replace(/\s+/g, " ").trim();
  if (!isTruncated) return text;
  return maxLength < textLength.message ? `${text}…` : `${text}… ${TRUNCATED_NOTICE}`;
}

/** HTML as text with line breaks, for a text area; {@link linesToHtml} is the inverse. */
export function plainLines(html: string, maxLength: number = textLength.message): string {
  const budget = { characters: maxLength, markup: textLength.markup };
  const hasTags = TAG.test(html);
  const { part, isTruncated } = takeWithinBudget(html, budget, hasTags ? { asText: true } : {});
  const lines = textContent(part).split(/\r\n?|\n/);
  const tidy = (line: string) => line.replace(/ {2,}/g, " ").trim();
  const text = (hasTags ? lines.map(tidy) : lines).join("\n").trim();
  return isTruncated ? `${text}…\n${TRUNCATED_NOTICE}` : text;
}

const TAG = /<[a-z!/?]/i;
const FORMATS: Readonly<Record<string, RegExp>> = {
  links: /<a href=/i,
  numbering: /<ol\b/i,
  lists: /<[ud]l\b/i,
  quotations: /<blockquote\b/i,
  tables: /<table\b/i,
  pictures: /\[picture[:\]]/,
  "bold and other emphasis": /<(?:b|strong|i|em|u|s|small|su[bp]|h[1-6]|pre|code)\b/i,
};

/** What {@link plainLines} loses of HTML, in words such as 'links and tables'; '' if that is nothing but the way it looks. */
export function formattingLost(html: string): string {
  const { part } = takeWithinBudget(html, messageBudget());
  const lost = Object.keys(FORMATS).filter((name) => FORMATS[name]?.test(part));
  return new Intl.ListFormat("en-GB").format(lost);
}

export function linesToHtml(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign)
    .replace(/\n/g, "<br>");
}

function textContent(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
