import type { z } from "zod";

export type Method = "GET" | "HEAD" | "POST" | "PUT";

type Schema = z.ZodType;
type MaybeSchema = Schema | undefined;

/** One call of the portal API, as data. */
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
  /** The answer is one value, which may come as bare text as well as JSON: .NET answers a string so. */
  readonly bareText?: true;
  /** Fields of the answer that come as response headers: `{ unreadCount: "x-unread-count" }`. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly failure: string;
  /** It answers a list, which may be larger than one thing. */
  readonly isList?: true;
}

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

/** `Contact/Edit/{id}` with its parameters, percent-encoded. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === "") throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Query text; arrays as repeated parameters, absent values left out. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
