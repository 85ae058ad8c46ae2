import { z } from "zod";
import { most, textLength } from "#app/limits.ts";
import { deviationsIn, expectations } from "./deviations.ts";

/** Agreed as whole, and read whatever number it is. */
const wholeId = z.number().meta({ type: "integer" });

/** Longer than this no address can hold it. */
const isShort = (id: string | number) => String(id).length <= textLength.id;
const idOf = (text: z.ZodString) =>
  z.union([text, wholeId]).refine(isShort).meta({ maxLength: textLength.id });
const filled = z.string().regex(/\S/);

/** An id that may come as a number or as text; the portal has it as text. */
export const textId = idOf(filled).describe("An id.").transform(String);

/** An id that goes back in the type that it came with. */
export const wireId = idOf(z.string()).describe("It goes back in the type that it came with.");
export type OwnId = z.output<typeof wireId>;

/** {@link wireId} of something that is there. */
export const ownId = idOf(filled).describe("It goes back in the type that it came with.");

/** Reads the id of this name as text, for addresses and pages, and keeps the API's own beside it, to go back. */
export function withOwnId<const Name extends string>(name: Name) {
  return <Read extends Readonly<Record<Name, OwnId>>>(read: Read) =>
    ({
      ...read,
      [name as Name]: String(read[name]),
      ownId: read[name] as OwnId,
    }) as Omit<Read, Name> & Record<Name, string> & { ownId: OwnId };
}

/** What stands for no id: 0, -1, and the GUID of zeros. */
export const isNoId = (id: unknown) => Number(id) <= 0 || /^0{8}(-0{4}){3}-0{12}$/.test(String(id));

export const count = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+$/)])
  .transform(Number)
  .pipe(z.int());

/** A number without a fraction; text that is one is read as it. */
export const whole = (least: number) =>
  z.preprocess(
    (value: number | string) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(least),
  );

const DECIMAL = /^-?\d+(\.\d+)?$/;
const isExact = (pounds: number) => Number.isSafeInteger(Math.round(pounds * 100));

/** Decimal pounds, as a number or as text; refused where it is too large to be exact to a penny. */
export const money = z
  .union([z.number(), z.string().regex(DECIMAL)])
  .describe("Decimal pounds, exact to a penny.")
  .transform(Number)
  .pipe(z.number().refine(isExact));

/** Adds pounds, in pence so that no fraction creeps in. */
export function sumOfMoney(amounts: readonly number[]): number {
  return amounts.reduce((pence, pounds) => pence + Math.round(pounds * 100), 0) / 100;
}

/** A type of JSON Schema: what the contract says of a value that the portal reads whatever it is. */
type Agreed = Readonly<{ type: string | readonly string[]; items?: Agreed }>;

function tolerant<Read>(
  isAsAgreed: (value: unknown) => boolean,
  read: (value: unknown) => Read,
  agreed: Agreed,
) {
  return z
    .unknown()
    .optional()
    .transform(read)
    .register(expectations, { isAsAgreed })
    .meta({ ...agreed, "x-shown": true });
}

const isNothing = (value: unknown) => value === null || value === undefined;
const isWord = (value: unknown) => typeof value === "string" || typeof value === "number";
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) =>
  (typeof value === "number" || (typeof value === "string" && DECIMAL.test(value))) && isExact(Number(value));

/** A value of any type in words: text, numbers and lists of both; '' for all else. */
export function wordsOf(value: unknown): string {
  return [value].flat().filter(isWord).join(", ");
}

/** The beginning of a longer text, with '…'. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

const isWording = (value: unknown) => isNothing(value) || isWord(value);
const WORDING = { type: ["string", "number", "null"] };
const text = (longest: number = textLength.title) =>
  tolerant(isWording, (value) => cutText(wordsOf(value), longest), WORDING);

export const postalAddress = z.object({
  line1: text(),
  line2: text(),
  town: text(),
  county: text(),
  postCode: text(),
});
export type PostalAddress = z.output<typeof postalAddress>;

export function addressLines(
  address?: Readonly<Partial<Record<keyof PostalAddress, unknown>>> | null,
): string[] {
  const { line1, line2, town, county, postCode } = address ?? {};
  return [line1, line2, town, county, postCode].map((line) => wordsOf(line).trim()).filter(Boolean);
}

/** Reads `value` as `schema` where it is an object; `mend` makes one of what is none. */
function tolerantObject<Schema extends z.ZodType>(schema: Schema, mend: (value: unknown) => unknown) {
  return z
    .preprocess((value) => (isObject(value) ? value : mend(value)), schema.optional())
    .register(expectations, { isAsAgreed: (value) => isNothing(value) || isObject(value) })
    .meta({ type: ["object", "null"], "x-shown": true });
}

/** What is only shown: read as well as can be, whatever comes, so that it never takes a page down (docs/essentials.md). */
export const shown = {
  /** A short text, as a title is; a number stands for itself, what can't be put into words is ''. A longer one is cut. */
  text: () => text(),
  /** What a person wrote, with or without HTML. */
  message: () => text(textLength.message),
  date: () => text(textLength.date),
  /** An amount or a code, as a number or as text; what is no number stays the text that it came as, and is never guessed. */
  number: () =>
    tolerant(
      isNumber,
      (value) => (isNumber(value) ? Number(value) : cutText(wordsOf(value), textLength.title)),
      {
        type: ["number", "string"],
      },
    ),
  object: <Schema extends z.ZodType>(schema: Schema) => tolerantObject(schema, () => undefined),
  /** A postal address; one that comes as text is its first line. */
  address: () =>
    tolerantObject(postalAddress, (value) => (wordsOf(value) === "" ? undefined : { line1: value })),
  texts: () =>
    tolerant(
      (value) => isNothing(value) || (Array.isArray(value) && value.every(isWord)),
      (value) =>
        [value]
          .flat()
          .slice(0, most.words)
          .map((one) => cutText(wordsOf(one), textLength.title))
          .filter(Boolean),
      { type: ["array", "null"], items: { type: ["string", "number"] } },
    ),
  /** For objects that go back: kept as it came, to be read by {@link wordsOf}. */
  kept: () => tolerant(isWording, (value) => value, WORDING).optional(),
  /** The same for yes or no; only `true` is a yes. */
  keptFlag: () =>
    tolerant(
      (value) => isNothing(value) || typeof value === "boolean",
      (value) => value,
      { type: ["boolean", "null"] },
    ).optional(),
};

/** An answer as the portal reads it, and the shown fields that are not as agreed, e.g. `items.unit`. */
export function readAnswer(schema: z.core.$ZodType, body: unknown) {
  const result = z.safeParse(schema, body);
  return { result, deviations: result.success ? deviationsIn(schema, body) : [] };
}

interface List {
  /** What was read of some of its rows at a time, as one answer. */
  readonly joined: (parts: readonly never[]) => unknown;
}

/** Answers whose rows may be read a few at a time. */
export const lists = z.registry<List>();

/** No more rows than the portal takes: the rest is not even read. */
export function firstRows(body: unknown): unknown {
  const { items, totalCount } = Object(body) as { items?: unknown; totalCount?: unknown };
  if (!Array.isArray(items) || items.length <= most.rows) return body;
  const total = Math.max(Number(totalCount) || 0, items.length);
  return { ...(body as object), items: items.slice(0, most.rows), totalCount: total };
}

/** A page of a list, of {@link most.rows} at most. `extra` are fields beside the items. */
export function listOf<Item extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  extra?: Extra,
) {
  type Read = Readonly<{ items: readonly unknown[] }>;
  const joined = (parts: readonly Read[]) => ({ ...parts[0], items: parts.flatMap(({ items }) => items) });
  return z
    .preprocess(firstRows, z.object({ items: z.array(item), totalCount: count, ...(extra as Extra) }))
    .register(lists, { joined });
}

/** A bare list as one with fields beside its items. */
export const asItems = (body: unknown) => (Array.isArray(body) ? { items: body } : body);

/**
 * All items of a list without pages, bare or as `{ items }`, {@link most.rows} at most; their `totalCount` is higher
 * where some were left out, by the API or here.
 */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  type Read = readonly unknown[] & Readonly<{ totalCount: number }>;
  const joined = (parts: readonly Read[]) => {
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
    .register(lists, { joined });
}

/** The rows of a thing; none where they are absent. One more than {@link most.rows} tells that there are others. */
export function rowsOf<Item extends z.ZodType>(item: Item) {
  return z
    .preprocess(
      (rows) => (Array.isArray(rows) ? rows.slice(0, most.rows + 1) : rows),
      z.array(item).nullish(),
    )
    .transform((rows) => rows ?? []);
}

/** A bare list, of which so many are read; the rest is left out. */
export function firstOf<Item extends z.ZodType>(item: Item, longest: number = most.rows) {
  return z.preprocess((all) => (Array.isArray(all) ? all.slice(0, longest) : all), z.array(item));
}

/** A list to choose from. */
export const choicesOf = <Item extends z.ZodType>(item: Item) => firstOf(item, most.choices);

/** For calls whose answer nobody uses. */
export const ignored = z.unknown();

/** The id of something that was saved: neither 0 nor -1 nor the GUID of zeros. */
export const savedId = wireId
  .refine((id) => String(id).trim() !== "" && !isNoId(id), "not saved")
  .meta({ exclusiveMinimum: 0, pattern: "^(?!-|0+$).*\\S" });

/** What a save answers: the saved object, known by the id in `shape`, or nothing. */
export function saved<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  return z.object(shape).nullish();
}

export const listRequest = z.object({
  pageNumber: z.number().int().positive().optional(),
  pageSize: z.number().int().positive().optional(),
  /** 'fullName ASC'. */
  sortBy: z.string().optional(),
  includedStatusCodes: z.array(z.number()).optional(),
  /** For calls whose statuses are words. */
  includedStatuses: z.array(z.string()).optional(),
  searchKeyword: z.string().optional(),
  unpaidOnly: z.boolean().optional(),
});
export type ListRequest = z.input<typeof listRequest>;

export const listRequestInCapitals = listRequest.transform(({ sortBy, pageSize, pageNumber, ...rest }) => ({
  SortBy: sortBy,
  PageSize: pageSize,
  PageNumber: pageNumber,
  ...rest,
}));
