import { Parser } from "htmlparser2";
import sanitizeHtml from "sanitize-html";
import { KB, textLength } from "./limits.ts";

const TRUNCATED_NOTICE = "This text is longer than we can show here. Ask the help desk for the rest.";

/** How many characters and tags may still be cleaned, because cleaning takes time. Several texts can share it. */
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

/** As text, blocks are on lines of their own and a row's cells are apart; 'lines' is text whose line breaks are intended. */
type OutputFormat = "html" | "excerpt" | "text" | "lines";

/** Parts of a page that aren't shown, and what mail programs write for themselves (`<w:WordDocument>`). */
const SKIPPED_PARTS =
  /^(?:style|script|title|textarea|option|noscript|iframe|svg|math|template|[wmx]:.*|o:(?!p$).*)$/;
const BLOCK = /^(?:p|div|hr|h[1-6]|[uod]l|li|d[dt]|table|tr|caption|t(?:head|body|foot)|blockquote|pre)$/;
/** Blocks that we show as a `div`. */
const OTHER_BLOCK =
  /^(?:section|article|header|footer|address|main|aside|nav|form|fieldset|legend|figure|figcaption|details|summary|center)$/;
/** In plain-text email, `<anna@harbour.example>` and `<https://desk.example>` aren't tags. */
const ADDRESS = String.raw`(?:[^\s<>@"'=]{1,64}@|https?://|mailto:)[^\s<>]*>`;
const BEFORE_ADDRESS = new RegExp(`<(?=${ADDRESS})`, "gi");
const TAG = new RegExp(`<(?!${ADDRESS})[a-z!/?]`, "i");
const LONG_ADDRESS = /\b(https?:\/\/[^\s"'<>/?]{1,100})[/?][^\s"'<>]{40,}/g;
/** Outlook's Safe Links have about 500 characters. */
const MAX_LINK_LENGTH = 2_000;
/** Read in pieces of this size, because the parser takes quadratic time for nested tags beyond the budget. */
const CHUNK_SIZE = 4 * KB;

/** Reads HTML until the budget of words or tags is spent. Drops styles, comments, attributes and very long links before counting. */
function takeWithinBudget(source: string, budget: CleaningBudget, format: OutputFormat) {
  const html = source.replace(BEFORE_ADDRESS, "&lt;");
  const asText = format === "text" || format === "lines";
  const maxTags = Math.max(0, Math.min(budget.markup, textLength.markup));
  let wordsLeft = Math.max(0, Math.min(budget.characters, textLength.message));
  let [part, pending, tags, skipDepth, preDepth, readTo] = ["", "", 0, 0, 0, 0];
  let [isTruncated, isLineEmpty] = [false, true];
  const takeWords = () => {
    const isFolded = format === "excerpt" || (format === "text" && preDepth === 0);
    const spaced = isFolded ? pending.replace(/[ \t\r\n]+/g, " ") : pending;
    const words = format === "excerpt" ? spaced.replace(LONG_ADDRESS, "$1/…") : spaced;
    // Never half a surrogate pair.
    const taken = words.slice(0, wordsLeft + Number(/^[\ud800-\udbff]$/.test(words.charAt(wordsLeft - 1))));
    part += asText ? taken : escapeHtml(taken);
    wordsLeft = Math.max(0, wordsLeft - taken.length);
    isTruncated ||= taken.length < words.length;
    if (/[^ ]/.test(taken)) isLineEmpty = /[\r\n] *$/.test(taken);
    pending = "";
  };
  const takeTag = (tag: string, start: "<" | "</", attributes = "") => {
    takeWords();
    if (isTruncated || tag.includes(":")) return;
    const name = OTHER_BLOCK.test(tag) ? "div" : tag;
    if (!asText) part += `${start}${name}${attributes}>`;
    else if (name === "br" || (BLOCK.test(name) && !isLineEmpty)) [part, isLineEmpty] = [`${part}\n`, true];
    else if (/^t[dh]$/.test(name)) part += " ";
  };
  // Most texts have nothing to parse.
  if (!/[<&]/.test(html)) [pending, readTo] = [html, html.length];
  else {
    const parser = new Parser(
      {
        ontext(words) {
          if (skipDepth === 0) [pending, readTo] = [pending + words, parser.endIndex];
        },
        onopentag(name, attributes) {
          if (SKIPPED_PARTS.test(name)) skipDepth += 1;
          isTruncated ||= (tags += 1) > maxTags || part.length > textLength.message;
          if (skipDepth > 0) return;
          readTo = parser.endIndex;
          if (name === "img") pending += pictureText(attributes);
          else takeTag(name, "<", keptAttributes(attributes));
          if (name === "pre") preDepth += 1;
        },
        onclosetag(name) {
          if (skipDepth === 0 && name !== "br" && name !== "img") takeTag(name, "</");
          if (skipDepth === 0 && name === "pre") preDepth -= 1;
          if (SKIPPED_PARTS.test(name)) skipDepth -= 1;
        },
      },
      { recognizeSelfClosing: true },
    );
    for (let at = 0; at < html.length && !isTruncated; at += CHUNK_SIZE)
      parser.write(html.slice(at, at + CHUNK_SIZE));
    if (!isTruncated) parser.end();
  }
  takeWords();
  budget.characters -= part.length;
  budget.markup -= tags;
  // An unclosed tag has swallowed the rest, perhaps because the API cut it.
  return { part, isTruncated: isTruncated || html.length - readTo > textLength.message };
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

const keptAttributes = (attributes: Readonly<Record<string, string>>) =>
  ["href", "colspan", "rowspan"]
    .filter((name) => Object.hasOwn(attributes, name) && (attributes[name]?.length ?? 0) <= MAX_LINK_LENGTH)
    .map((name) => ` ${name}="${escapeHtml(attributes[name] ?? "")}"`)
    .join("");

/** '' for a picture without meaning: an ornament, or a pixel that counts readers. */
function pictureText({ alt, width = "", height = "" }: Readonly<Record<string, string>>): string {
  if (alt?.trim() === "" || [width, height].some((size) => /^[01](?:px)?$/.test(size))) return "";
  return alt === undefined ? " [picture] " : ` [picture: ${alt.trim()}] `;
}

/** The start of some HTML, made safe, with up to this many characters of text. Ends in '…' if it's cut, and a long address is shortened to its site. */
export function htmlExcerpt(html: string, maxLength = 160): string {
  const budget = { ...rowBudget(), characters: maxLength };
  const { part, isTruncated } = takeWithinBudget(html, budget, "excerpt");
  return toSafeHtml(isTruncated ? `${part.trimEnd()}…` : part);
}

const SAFE_URL = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Makes the API's HTML safe to show: keeps text, lists, tables and safe links. HTML over the budget is cut and ends with a notice. */
export function sanitizeHtmlField(html: string, budget = messageBudget()): string {
  const { part, isTruncated } = takeWithinBudget(html, budget, "html");
  // Without tags, line breaks are intended.
  const hasBreaks = TAG.test(part) || part.length > textLength.field;
  const safe = toSafeHtml(hasBreaks ? part : part.trim().replace(/\r\n?|\n/g, "<br>"));
  return isTruncated ? `${safe}<p>${TRUNCATED_NOTICE}</p>` : safe;
}

const toSafeHtml = (html: string) =>
  sanitizeHtml(html, {
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
    nestingLimit: 50,
  }).trim();

function toSafeLink(_name: string, { href = "" }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = href.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (!SAFE_URL.test(address)) return { tagName: "span", attribs: {} };
  return { tagName: "a", attribs: { href: address, rel: "noopener noreferrer" } };
}

/** The text of a field that may contain HTML, on one line. Reads up to `maxLength` characters of text, and adds '…' if there's more. */
export function plainText(html: string, maxLength: number = textLength.title): string {
  const budget = { characters: maxLength, markup: textLength.markup };
  const { part, isTruncated } = takeWithinBudget(html, budget, "text");
  const text = part.replace(/\s+/g, " ").trim();
  if (!isTruncated) return text;
  return maxLength < textLength.message ? `${text}…` : `${text}… ${TRUNCATED_NOTICE}`;
}

/** HTML as text with line breaks, for a text area; {@link linesToHtml} is the inverse. */
export function plainLines(html: string, maxLength: number = textLength.message): string {
  const budget = { characters: maxLength, markup: textLength.markup };
  const keepsLines = !TAG.test(html);
  const { part, isTruncated } = takeWithinBudget(html, budget, keepsLines ? "lines" : "text");
  const tidy = (line: string) => (keepsLines ? line : line.replace(/ {2,}/g, " ").trim());
  const text = part
    .split(/\r\n?|\n/)
    .map(tidy)
    .join("\n")
    .trim();
  return isTruncated ? `${text}…\n${TRUNCATED_NOTICE}` : text;
}

const FORMATS = [
  ["links", /<a href=/],
  ["numbering", /<ol>/],
  ["lists", /<[ud]l>/],
  ["quotations", /<blockquote>/],
  ["tables", /<table>/],
  ["pictures", /\[picture[:\]]/],
  ["emphasis such as bold", /<(?:b|strong|i|em|u|s|small|su[bp]|h[1-6]|pre|code)>/],
] as const;

/** What {@link plainLines} loses, in words such as 'links and tables'; '' if that's only the way it looks. */
export function formattingLost(html: string): string {
  const { part } = takeWithinBudget(html, messageBudget(), "html");
  const lost = FORMATS.filter(([, format]) => format.test(part)).map(([name]) => name);
  return new Intl.ListFormat("en-GB").format(lost);
}

export const linesToHtml = (text: string) => escapeHtml(text).replace(/\n/g, "<br>");
