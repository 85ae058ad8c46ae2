import type { DatabaseSync } from "node:sqlite";
import type { Pause } from "#provider/scenarios/named-faults.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import type { Caller } from "./caller.ts";

/** A call as its handler gets it: the caller has been verified and can use the account. */
export interface Call {
  readonly caller: Caller;
  /** Only empty if the route's access is `token` and no account was given. */
  readonly clientId: string;
  /** Parts of the path by name: `id` in `/Contact/Edit/:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: unknown;
}

/** Query parameters, whose names match in any case, as in ASP.NET; a repeated one has several values. */
export interface Query {
  get(name: string): string | undefined;
  getAll(name: string): readonly string[];
}

/** A successful answer's body and headers. */
export interface Answer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call requires: a token, an account that the token allows, or a role in that account. */
export type Access = "token" | "account" | RoleName;

/** What handlers depend on; scenarios delay answers with `pause`. */
export interface RouteOptions {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly pause: Pause;
}

type Method = "GET" | "POST" | "PUT";

/** An endpoint of the API and its handler. */
export interface Route {
  readonly method: Method;
  /** Relative to the API's base, matched in any case. */
  readonly path: string;
  readonly access: Access;
  /** Answers the call; throws a Refusal to refuse it. */
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/** A route by its method and path, such as `GET /Contact/Edit/:id`. */
export function route(call: `${Method} /${string}`, access: Access, handle: Route["handle"]): Route {
  const [method, path = ""] = call.split(" ") as [Method, string];
  return { method, path, access, handle };
}

/** A URL's query parameters. */
export function parseQuery(url: string): Query {
  const search = new URL(url, "http://provider.invalid").searchParams;
  const getAll = (name: string) =>
    [...search].filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return { getAll, get: (name) => getAll(name)[0] };
}
