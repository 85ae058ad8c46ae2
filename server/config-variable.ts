import { z } from "zod";

export interface Variable<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** The default text; undefined for a variable without a default. */
  readonly fallback: string | undefined;
  readonly required: boolean;
  /** May be read from the file that `<NAME>_FILE` names, and is never shown. */
  readonly secret: boolean;
  /** One sentence for the table in the documentation. */
  readonly about: string;
}

type Options = Partial<Pick<Variable, "fallback" | "required" | "secret">>;

export function variable<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  about: string,
  options: Options = {},
) {
  return {
    name,
    schema,
    about,
    fallback: undefined,
    required: false,
    secret: false,
    ...options,
  } as Variable<Schema>;
}

export const text = z.string().min(1);
export const optionalText = text.optional();
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ""));
export const optionalUrl = url.optional();
/** Undefined when unset, null for `none`. */
export const urlOrNone = z
  .literal("none")
  .transform(() => null)
  .or(optionalUrl);
export const commaSeparated = z
  .string()
  .optional()
  .transform((value) =>
    (value ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );
export const origins = commaSeparated.pipe(
  z.array(z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)),
);
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const flag = z
  .enum(["", "0", "1"])
  .optional()
  .transform((value) => value === "1");
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .optional();

export const perMinute = (name: string, fallback: string, about: string) =>
  variable(name, integer(1, 1_000_000), about, { fallback });

export const required = { required: true } as const;
export const secret = { required: true, secret: true } as const;
