/** Invisible characters that come with pasted text. Joiners and tags stay, because emoji and Persian need them. */
const PASTED_INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const NO_BREAK_SPACE = /[\u00A0\u2007\u202F]/g;
const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const unlessInvisible = (text: string) => (NOTHING_VISIBLE.test(text) ? "" : text.trim());

const line = (typed: string) =>
  unlessInvisible(typed.replace(NO_BREAK_SPACE, " ").replace(PASTED_INVISIBLE, ""));

/** Browsers count a line break as one character, but post it as two. */
const text = (typed: string) => unlessInvisible(typed.replace(/\r\n?/g, "\n"));

/** Turns full-width characters, all kinds of dashes and repeated spaces into what a keyboard types. */
const folded = (typed: string) =>
  line(typed)
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/g, " ");

const withoutSeparators = (typed: string) => unlessInvisible(folded(typed).replace(/[ .()-]/g, ""));

/** A British number in national format, without separators. Numbers from other countries, and anything else, stay as typed. */
function phone(typed: string): string {
  const national = withoutSeparators(typed).replace(/^(?:\+|00)?440?/, "0");
  return /^(?!00)\d+$/.test(national) ? national : folded(typed);
}

/** Whether it's a number from another country. A mistyped British number keeps its +44, but doesn't count. */
export const isForeignPhone = (cleaned: string) => /^(?:\+|00)(?![ (]*44)/.test(cleaned);

/** The British number, or a text that breaks the Phone rule, for forms that only accept British numbers. */
export const ukPhone = (cleaned: string) =>
  cleaned === "" || /^0[1-9]\d{8,9}$/.test(cleaned) ? cleaned : "not a UK number";

const POSTCODE_PARTS = /^(BFPO(?=\d{1,4}$)|(?:[A-Z]{1,2}\d[A-Z\d]?|[A-Z]{4}|GIR)(?=\d[A-Z]{2}$))/;

/** A postcode in its usual form, `YO21 3AJ` or `BFPO 57`. Other text just becomes upper case. */
function postcode(typed: string): string {
  const upperCase = folded(typed).toUpperCase();
  const parts = POSTCODE_PARTS.exec(upperCase.replace(/[ .-]/g, ""));
  return parts ? parts.input.replace(POSTCODE_PARTS, "$1 ") : upperCase;
}

/**
 * How each kind of field is cleaned before it's checked and sent, the same in the browser and on the server. The fields
 * keep showing what was typed.
 */
export const clean = {
  line,
  text,
  email: line,
  /** Names and descriptions for the network operator, which rejects control characters. */
  name: (typed: string) => line(typed.replace(/\s/g, " ").replace(/\p{Cc}/gu, "")),
  report: (typed: string) => text(typed.replace(/[^\P{Cc}\n\r\t]/gu, "")),
  count: folded,
  bankNumber: withoutSeparators,
  phone,
  postcode,
} satisfies Readonly<Record<string, (typed: string) => string>>;

export type FieldKind = keyof typeof clean;
