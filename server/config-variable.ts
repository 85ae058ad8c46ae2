import { z } from "zod";

export interface Variable<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** One sentence for the table in the documentation. */
  readonly about: string;
  /** The default text; undefined for a variable without a default. */
  readonly defaultValue?: string;
  readonly required?: boolean;
  /** May come from the file in `<NAME>_FILE`, and is never shown. */
  readonly secret?: boolean;
}

export function variable<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  options: Omit<Variable, "name" | "schema">,
): Variable<Schema> {
  return { name, schema, ...options };
}

export const text = z.string().min(1);
export const optionalText = text.optional();
/** Normalised, because `https://HOST` would otherwise count as plain http. */
export const url = z
  .url({ protocol: /^https?$/i })
  .transform((value) => new URL(value).href.replace(/\/$/, ""));
export const optionalUrl = url.optional();
/** Other addresses begin with it, so it can't have a query. */
export const baseUrl = url.refine(isBase, "a base address can't have a query, fragment, user or password");
export const optionalBaseUrl = baseUrl.optional();
/** Just the scheme, host and port. */
export const originUrl = url.refine(
  (value) => value === new URL(value).origin,
  "expected only a scheme, host and port",
);
/** A value that can be sent in an HTTP header. */
export const headerText = text.regex(
  /^[\x21-\x7e]+$/,
  "it contains a character that can't be sent in a header",
);
/** Undefined if it isn't set, null for `none`. */
export const urlOrNone = z
  .literal("none")
  .transform(() => null)
  .or(optionalUrl);
export const textList = z.string().transform((value) => value.split(",").map((part) => part.trim()));
export const commaSeparated = textList.optional().transform((parts = []) => parts.filter(Boolean));
/** They go into the content security policy, where a semicolon would end the directive. */
export const origins = commaSeparated.pipe(
  z.array(
    url
      .transform((value) => new URL(value).origin)
      .refine((value) => /^[\w.:/[\]-]+$/.test(value), "no host"),
  ),
);
export const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/, "expected a whole number").transform(Number).pipe(z.number().min(min).max(max));
export const flag = z
  .enum(["", "0", "1"])
  .optional()
  .transform((value) => value === "1");
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .optional();

function isBase(value: string): boolean {
  const { search, hash, username, password } = new URL(value);
  return search + hash + username + password === "";
}
