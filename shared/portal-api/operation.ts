import type { z } from "zod";

export type Method = "GET" | "HEAD" | "POST" | "PUT";

type Schema = z.ZodType;
type MaybeSchema = Schema | undefined;

/** One call to the portal API, as data. */
export interface Operation<
  Params extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Body extends MaybeSchema = MaybeSchema,
  Answer extends Schema = Schema,
> {
  readonly method: Method;
  /** Relative to the API's base; `{name}` is a path parameter. */
  readonly path: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** The answer is a single value. It may be plain text instead of JSON, because that's how .NET returns a string. */
  readonly allowsPlainText?: true;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly failure: string;
  /** The answer itself proves the outcome, so a flag in it never counts as a refusal. */
  readonly provesOutcome?: true;
  /** Asks for one thing by id: 204 or `null` means there isn't one. */
  readonly isOneById?: true;
  /** The answer is a list, which has a higher size limit. */
  readonly isList?: true;
}

/** A call's name in errors, logs and metrics, e.g. 'GET Contact/Edit/{id}'. */
export const callName = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.input<S> } : object;

export type OperationInput<O> =
  O extends Operation<infer P, infer Q, infer B, Schema>
    ? Part<"params", P> & Part<"query", Q> & Part<"body", B>
    : never;

export type OperationAnswer<O> =
  O extends Operation<MaybeSchema, MaybeSchema, MaybeSchema, infer A> ? z.output<A> : never;

export function operation<
  const P extends MaybeSchema = undefined,
  const Q extends MaybeSchema = undefined,
  const B extends MaybeSchema = undefined,
  const A extends Schema = Schema,
>(definition: Operation<P, Q, B, A>): Operation<P, Q, B, A> {
  return definition;
}

/** Fills in e.g. `Contact/Edit/{id}` with percent-encoded parameters. Throws if one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === "") throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** The query string. Arrays become repeated parameters; leaves out absent values. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
