import { z } from "zod";

/** An id that the API may send as a number or as text; compared as text everywhere in the portal. */
export const textId = z.union([z.string(), z.number()]).transform(String);

/** An id of an object that goes back whole: it keeps the type that it came with. */
export const wireId = z.union([z.string(), z.number()]);

/** Text that the API may leave out or send as null. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A count that comes as a number or, in a header, as text; absent counts as 0. */
export const count = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(value ?? 0))
  .pipe(z.number().int().nonnegative());

/** Decimal pounds, as a number or as text. */
export const money = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number());

/** `{ items, totalCount }`, the shape of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), totalCount: count });
}

/** The items of a list that has no pages, bare or as `{ items }`. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  const items = z.array(item);
  return z.union([items, z.object({ items }).transform((list) => list.items)]);
}

/** Any JSON or none: for calls whose answer the portal does not use and that save nothing of a person's. */
export const ignored = z.unknown();

/** The id of something that was saved before; 0 and -1 stand for what was not. */
export const savedId = wireId.refine((id) => String(id).trim() !== "" && !(Number(id) <= 0), "not saved");

/** What a save answers: the saved object, known by the id in `shape`, or no body. Anything else is no word of a save. */
export function saved<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  return z.object(shape).nullish();
}

/** What a list is asked for: its page, order, keyword and filter. */
export const listRequest = z.object({
  pageNumber: z.number().int().positive().optional(),
  pageSize: z.number().int().positive().optional(),
  /** 'fullName ASC'. */
  sortBy: z.string().optional(),
  includedStatusCodes: z.array(z.number()).optional(),
  searchKeyword: z.string().optional(),
  unpaidOnly: z.boolean().optional(),
});
export type ListRequest = z.input<typeof listRequest>;

/** The same for the calls that spell it `SortBy`, `PageSize` and `PageNumber`. */
export const listRequestInCapitals = listRequest.transform(({ sortBy, pageSize, pageNumber, ...rest }) => ({
  SortBy: sortBy,
  PageSize: pageSize,
  PageNumber: pageNumber,
  ...rest,
}));
