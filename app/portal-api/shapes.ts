import { z } from "zod";

/** An id that may come as a number or as text; the portal has it as text. */
export const textId = z.union([z.string(), z.number()]).transform(String);

/** An id that goes back in the type that it came with. */
export const wireId = z.union([z.string(), z.number()]);

export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

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

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), totalCount: count });
}

/** All items of a list, bare or as `{ items }`. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  const items = z.array(item);
  return z.union([items, z.object({ items }).transform((list) => list.items)]);
}

/** For calls whose answer nobody uses. */
export const ignored = z.unknown();

/** The id of something that was saved: neither 0 nor -1. */
export const savedId = wireId.refine((id) => String(id).trim() !== "" && !(Number(id) <= 0), "not saved");

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
