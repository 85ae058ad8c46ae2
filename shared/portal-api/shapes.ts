import { z } from "zod";
import { maximum, textLength } from "#shared/limits.ts";
import { isAbsentDate, parseMoment } from "#shared/time/moment.ts";
import { deviationsIn, expectations } from "./deviations.ts";

/** A whole number that JSON represents exactly: a larger one would be rounded to something else's id. */
const integerId = z.number().refine(Number.isSafeInteger).meta({ type: "integer" });

/** A longer id wouldn't fit in a URL. */
const isShort = (id: string | number) => String(id).length <= textLength.id;
const idOf = (text: z.ZodString) =>
  z.union([text, integerId]).refine(isShort).meta({ maxLength: textLength.id });
const nonBlank = z.string().regex(/\S/);

/** An id that may be a number or text; the portal uses it as text. */
export const idAsText = idOf(nonBlank).describe("An id.").transform(String);

/** An id that we send back with its original type. */
export const idAsSent = idOf(z.string()).describe("We send it back with the same type.");
export type ApiId = z.output<typeof idAsSent>;

/** Like {@link idAsSent}, but never blank. */
export const apiId = idOf(nonBlank).describe("We send it back with the same type.");

/** Turns the id with this name into text, and adds the API's own id as `apiId`, for sending back. */
export function withApiId<const Name extends string>(name: Name) {
  return <Read extends Readonly<Record<Name, ApiId>>>(read: Read) =>
    ({
      ...read,
      [name as Name]: String(read[name]),
      apiId: read[name] as ApiId,
    }) as Omit<Read, Name> & Record<Name, string> & { apiId: ApiId };
}

/** Whether this id stands for 'none': 0 or less, blank, null, or the zero GUID. */
export const isNoId = (id: unknown) => Number(id) <= 0 || /^0{8}(-0{4}){3}-0{12}$/.test(String(id));

export const count = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+$/)])
  .transform(Number)
  .pipe(z.int());

export const wholeNumber = (min: number) =>
  z.preprocess(
    (value: number | string) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min),
  );

const DECIMAL = /^-?\d+(\.\d+)?$/;
const isExact = (pounds: number) => Number.isSafeInteger(Math.round(pounds * 100));

/** Decimal pounds, as a number or text; refuses amounts too large to be exact to a penny. */
export const money = z
  .union([z.number(), z.string().regex(DECIMAL)])
  .meta({ description: "In pounds, as a decimal, exact to the penny.", "x-format": "decimal" })
  .transform(Number)
  .pipe(z.number().refine(isExact));

/** `expected` is the JSON Schema of a value that we accept in any type: first what a provider should send, then what else we can read. */
function tolerant<Read>(
  hasExpectedType: (value: unknown) => boolean,
  read: (value: unknown) => Read,
  expected: Readonly<Record<string, unknown>>,
) {
  return z
    .unknown()
    .optional()
    .transform(read)
    .register(expectations, { hasExpectedType })
    .meta({ ...expected, "x-shown": true });
}

const isAbsent = (value: unknown) => value === null || value === undefined;
export const isTextOrNumber = (value: unknown) => typeof value === "string" || typeof value === "number";
export const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) =>
  (typeof value === "number" || (typeof value === "string" && DECIMAL.test(value))) && isExact(Number(value));

type Codes = Readonly<Record<string, number>>;
/** A name for comparing enumerations: without spaces, underscores and case. */
const toName = (text: string) => text.replace(/[\s_]/g, "").toLowerCase();

/** The code for a value that's the code, its digits or its name, as .NET writes an enum; undefined if it's none of those. */
export function toCode(codes: Codes, value: unknown): number | undefined {
  const text = toName(toText(value));
  return Object.entries(codes).find(([name, code]) => text === toName(name) || text === String(code))?.[1];
}

/** Finds the value among the words, ignoring case, spaces and underscores. Any other text is only trimmed and cut. */
export function toWord(words: readonly string[], value: unknown): string {
  const text = trimmedText(value);
  return words.find((word) => toName(word) === toName(text)) ?? cutText(text, textLength.title);
}

/** A value as text: text, a number, or a list of both; '' for anything else. */
export function toText(value: unknown): string {
  return [value].flat().filter(isTextOrNumber).join(", ");
}

export const trimmedText = (value: unknown) => toText(value).trim();

export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

const isTextOrAbsent = (value: unknown) => isAbsent(value) || isTextOrNumber(value);
const TEXT_TYPES = { type: ["string", "number", "null"] };
const DATE_TYPES = { ...TEXT_TYPES, "x-format": "date-time" };
const text = (maxLength: number, tidy = (value: string) => value) =>
  tolerant(isTextOrAbsent, (value) => cutText(tidy(toText(value)), maxLength), TEXT_TYPES);

/** A short text without the spaces that pad a fixed-width column. */
const shortText = () => text(textLength.title, (value) => value.trimEnd());

/** False for a number, because that's an enum's code, which means nothing to people. */
export const isWordOrAbsent = (value: unknown) =>
  isAbsent(value) || (typeof value === "string" && !DECIMAL.test(value.trim()));
const wordTypes = (words: readonly string[]) => ({ type: ["string", "null"], "x-extensible-enum": words });

const isDateOrAbsent = (value: unknown) =>
  isTextOrAbsent(value) && (isAbsentDate(toText(value)) || parseMoment(trimmedText(value)) !== undefined);

const toNumberOrText = (value: unknown) =>
  isNumber(value) ? Number(value) : cutText(toText(value), textLength.title);
const NUMBER_TYPES = { type: ["number", "string"] };

export const postalAddress = z.object({
  line1: shortText(),
  line2: shortText(),
  town: shortText(),
  county: shortText(),
  postCode: shortText(),
});
export type PostalAddress = z.output<typeof postalAddress>;

export function addressLines(
  address?: Readonly<Partial<Record<keyof PostalAddress, unknown>>> | null,
): string[] {
  const { line1, line2, town, county, postCode } = address ?? {};
  return [line1, line2, town, county, postCode].map(trimmedText).filter(Boolean);
}

function tolerantObject<Schema extends z.ZodType>(schema: Schema, repair: (value: unknown) => unknown) {
  return z
    .preprocess((value) => (isObject(value) ? value : repair(value)), schema.optional())
    .register(expectations, { hasExpectedType: (value) => isAbsent(value) || isObject(value) })
    .meta({ type: ["object", "null"], "x-shown": true });
}

/** Schemas for display-only fields. They accept any value, so that a wrong one never breaks a page (docs/portal-api.md, Essential fields). */
export const shown = {
  /** A short text; cuts a longer one. Numbers become text, and other types ''. */
  text: shortText,
  /** A long text, which may contain HTML. */
  message: () => text(textLength.message),
  html: () => text(textLength.html),
  /** A date, as sent; '' if there's none, or it's in the year 1. */
  date: () =>
    tolerant(
      isDateOrAbsent,
      (value) => (isAbsentDate(toText(value)) ? "" : cutText(trimmedText(value), textLength.date)),
      DATE_TYPES,
    ),
  /** A number, which may be sent as text; anything else stays text. */
  number: () => tolerant(isNumber, toNumberOrText, NUMBER_TYPES),
  money: () => tolerant(isNumber, toNumberOrText, { ...NUMBER_TYPES, "x-format": "decimal" }),
  /** One of the codes, also as text or by name; leaves an unknown one as it is. */
  status: (codes: Codes) =>
    tolerant(
      (value) => isNumber(value) || toCode(codes, value) !== undefined,
      (value) => toCode(codes, value) ?? toNumberOrText(value),
      { type: ["integer", "string"], "x-codes": codes },
    ),
  /** One of the words, in this spelling; any other text is only trimmed and cut. */
  word: (words: readonly string[]) =>
    tolerant(isWordOrAbsent, (value) => toWord(words, value), wordTypes(words)),
  object: <Schema extends z.ZodType>(schema: Schema) => tolerantObject(schema, () => undefined),
  /** A postal address; plain text becomes its first line. */
  address: () =>
    tolerantObject(postalAddress, (value) => (toText(value) === "" ? undefined : { line1: value })),
  texts: (sent: "string" | "number" = "string") =>
    tolerant(
      (value) => isAbsent(value) || (Array.isArray(value) && value.every(isTextOrNumber)),
      (value) =>
        [value]
          .flat()
          .slice(0, maximum.words)
          .map((item) => cutText(toText(item), textLength.title))
          .filter(Boolean),
      {
        type: ["array", "null"],
        items: { type: sent === "string" ? ["string", "number"] : ["number", "string"] },
      },
    ),
  /** For objects that we send back: the value stays unchanged; {@link toText} shows it as text. */
  unchanged: () => tolerant(isTextOrAbsent, (value) => value, TEXT_TYPES).optional(),
  unchangedWord: (words: readonly string[]) =>
    tolerant(isWordOrAbsent, (value) => value, wordTypes(words)).optional(),
  unchangedDate: () => tolerant(isDateOrAbsent, (value) => value, DATE_TYPES).optional(),
  /** The same for a status; its name becomes its code. */
  unchangedStatus: (codes: Codes) =>
    tolerant(isTextOrAbsent, (value) => (isNumber(value) ? value : (toCode(codes, value) ?? value)), {
      type: ["integer", "string", "null"],
      "x-codes": codes,
    }).optional(),
  /** The same for booleans; only `true` counts as true. */
  unchangedFlag: () =>
    tolerant(
      (value) => isAbsent(value) || typeof value === "boolean",
      (value) => value,
      { type: ["boolean", "null"] },
    ).optional(),
};

/** The parsed answer, and the display-only fields without the documented type, e.g. `items.unit`. */
export function readAnswer(schema: z.core.$ZodType, body: unknown) {
  const result = z.safeParse(schema, body);
  return { result, deviations: result.success ? deviationsIn(schema, body) : [] };
}

interface List {
  /** Joins the parsed batches. */
  readonly join: (parts: readonly never[]) => unknown;
}

/** The schemas of lists, whose rows can be read in batches. */
export const lists = z.registry<List>();

/** Drops rows beyond {@link maximum.rows}, so that they're never parsed. */
export function firstRows(body: unknown): unknown {
  const { items, totalCount } = Object(body) as { items?: unknown; totalCount?: unknown };
  if (!Array.isArray(items) || items.length <= maximum.rows) return body;
  const total = Math.max(Number(totalCount) || 0, items.length);
  return { ...(body as object), items: items.slice(0, maximum.rows), totalCount: total };
}

/** A page of a list, with at most {@link maximum.rows} rows. `extra` are further fields beside the items. */
export function listOf<Item extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  extra?: Extra,
) {
  type Read = Readonly<{ items: readonly unknown[] }>;
  const join = (parts: readonly Read[]) => ({ ...parts[0], items: parts.flatMap(({ items }) => items) });
  return z
    .preprocess(firstRows, z.object({ items: z.array(item), totalCount: count, ...(extra as Extra) }))
    .register(lists, { join });
}

export const asItems = (body: unknown) => (Array.isArray(body) ? { items: body } : body);

/** A list without pages, an array or `{ items }`, with at most {@link maximum.rows}; `totalCount` includes those left out. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  type Read = readonly unknown[] & Readonly<{ totalCount: number }>;
  const join = (parts: readonly Read[]) => {
    const items = parts.flat();
    return Object.assign(items, {
      totalCount: Math.max(items.length, ...parts.map((part) => part.totalCount)),
    });
  };
  return z
    .preprocess(
      (body) => firstRows(asItems(body)),
      z.object({ items: z.array(item), totalCount: count.optional().catch(undefined) }),
    )
    .meta({ "x-bare-list": true })
    .transform(({ items, totalCount = 0 }) =>
      Object.assign(items, { totalCount: Math.max(totalCount, items.length) }),
    )
    .register(lists, { join });
}

/** Rows inside an object; empty if absent. Reads one more than {@link maximum.rows}, to know whether there are more. */
export function rowsOf<Item extends z.ZodType>(item: Item) {
  return z
    .preprocess(
      (rows) => (Array.isArray(rows) ? rows.slice(0, maximum.rows + 1) : rows),
      z.array(item).nullish(),
    )
    .transform((rows) => rows ?? []);
}

/** An array, or the items of `{ items }`. */
export const arrayOf = <Item extends z.ZodType>(item: Item) => cappedArrayOf(item, Infinity);

/** An array, or the items of `{ items }`. Drops what's beyond `maxLength`. */
export function cappedArrayOf<Item extends z.ZodType>(item: Item, maxLength: number = maximum.rows) {
  return z.preprocess((body) => {
    const { items } = Object(asItems(body)) as { items?: unknown };
    return Array.isArray(items) ? items.slice(0, maxLength) : body;
  }, z.array(item));
}

export const choicesOf = <Item extends z.ZodType>(item: Item) => cappedArrayOf(item, maximum.choices);

/** For calls whose answer nobody uses. */
export const ignored = z.unknown();
