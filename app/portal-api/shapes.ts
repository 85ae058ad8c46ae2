import { z } from "zod";

/** An id that may come as a number; compared as text. */
export const textId = z.union([z.string(), z.number()]).transform(String);

/** An id of an object that goes back whole, in the type that it came with. */
export const wireId = z.union([z.string(), z.number()]);

/** Text that may be missing or null. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A count; text in headers, 0 when it is missing. */
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

/** The shape of every list with pages. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), totalCount: count });
}

/** The items of a list without pages, bare or as `{ items }`. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  const items = z.array(item);
  return z.union([items, z.object({ items }).transform((list) => list.items)]);
}

/** For answers that nobody reads. */
export const ignored = z.unknown();

/** The id of something saved: neither empty nor 0 or less. */
export const savedId = wireId.refine((id) => String(id).trim() !== "" && !(Number(id) <= 0), "not saved");

/** What a save answers: nothing, or the saved object with its id. Anything else is malformed. */
export function saved<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  return z.object(shape).nullish();
}

/** Sorting, paging and search of a list request. */
export const paging = z.object({
  pageNumber: z.number().int().positive().optional(),
  pageSize: z.number().int().positive().optional(),
  sortBy: z.string().optional(),
  searchKeyword: z.string().optional(),
});
