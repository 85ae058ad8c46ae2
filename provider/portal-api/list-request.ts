import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Row } from "#provider/store/store.ts";
import { badRequest } from "./refusal.ts";
import type { Answer, Call, Query } from "./route.ts";

const MAX_PAGE_SIZE = 1000;

/** An SQL condition and its parameters; false for a filter that the caller didn't use. */
type Condition = readonly [sql: string, ...bound: SQLInputValue[]] | false;

/** A list call's sorting, paging and search, ready for SQL. */
export interface ListRequest {
  /** Built from the list's own columns, so it's safe to put into a statement. */
  readonly orderBy: string;
  readonly limit: number;
  readonly offset: number;
  readonly searchCondition: Condition;
}

interface ListShape {
  /** SQL expression by sort name, in lower case. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL expressions whose text is searched. */
  readonly search: readonly string[];
  readonly defaultSort: string;
  readonly defaultPageSize?: number;
  /** Keeps the order of equal rows stable from page to page. */
  readonly tieBreak: string;
}

/** Reads `sortBy` (`fullName ASC`), `pageSize`, `pageNumber`, `searchKeyword`. Throws a 400 refusal. */
export function listRequest(query: Query, shape: ListShape): ListRequest {
  const limit = wholeNumber(query.get("pageSize"), shape.defaultPageSize ?? 100, "pageSize", MAX_PAGE_SIZE);
  // The largest page whose offset is still exact.
  const page = wholeNumber(query.get("pageNumber"), 1, "pageNumber", Number.MAX_SAFE_INTEGER / MAX_PAGE_SIZE);
  const keyword = query.get("searchKeyword")?.trim() ?? "";
  return {
    orderBy: `${orderExpression(query.get("sortBy") || shape.defaultSort, shape.columns)}, ${shape.tieBreak}`,
    limit,
    offset: (page - 1) * limit,
    searchCondition: keyword !== "" && [`has_keyword(?, ${shape.search.join(", ")})`, keyword],
  };
}

/** `column IN (values)`; false without values. */
export function inCondition(column: string, values: readonly (number | string)[]): Condition {
  return values.length > 0 && [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)];
}

/**
 * Joins conditions with AND. Leaves out unused ones, because a condition that's true for every row would stop SQLite
 * using the index for sorting.
 */
export function joinConditions(conditions: readonly Condition[]): { where: string; bound: SQLInputValue[] } {
  const activeConditions = conditions.filter((condition) => condition !== false);
  return {
    where: activeConditions.map(([sql]) => sql).join(" AND "),
    bound: activeConditions.flatMap(([, ...bound]) => bound),
  };
}

/** Returns one page of the account's rows that meet the conditions and the search, with the total count. */
export function listAnswer(
  db: DatabaseSync,
  { clientId, query }: Pick<Call, "clientId" | "query">,
  shape: ListShape & { readonly table: string },
  asItem: (row: Row) => unknown,
  ...conditions: readonly Condition[]
): Answer {
  const { table } = shape;
  const { orderBy, limit, offset, searchCondition } = listRequest(query, shape);
  const { where, bound } = joinConditions([["client_id = ?", clientId], ...conditions, searchCondition]);
  const from = `FROM ${table} WHERE ${where}`;
  const totalCount = Number(db.prepare(`SELECT count(*) AS total ${from}`).get(...bound)?.total);
  const rows = db
    .prepare(`SELECT * ${from} ORDER BY ${orderBy} LIMIT ? OFFSET ?`)
    .all(...bound, limit, offset);
  return {
    body: { items: rows.map(asItem), totalCount },
    headers: { "X-Total-Count": String(totalCount) },
  };
}

/** The numbers in a repeated parameter such as `includedStatusCodes`; `defaultValue` if it's missing. */
export function numberParameters(
  query: Query,
  name: string,
  defaultValue: readonly number[],
): readonly number[] {
  const values = query.getAll(name);
  if (values.length === 0) return defaultValue;
  return values.map((value) => {
    if (!/^\d{1,4}$/.test(value))
      throw badRequest(`The value '${value.slice(0, 20)}' is not valid for ${name}.`);
    return Number(value);
  });
}

/** The texts in a repeated parameter such as `includedStatuses`. Throws a 400 refusal for one that isn't allowed. */
export function textParameters(query: Query, name: string, allowed: readonly string[]): readonly string[] {
  return query.getAll(name).map((value) => {
    const text = allowed.find((text) => text.toLowerCase() === value.toLowerCase());
    if (text === undefined) throw badRequest(`The value '${value.slice(0, 20)}' is not valid for ${name}.`);
    return text;
  });
}

function orderExpression(sortBy: string, columns: ListShape["columns"]): string {
  const [, name = "", direction = "ASC"] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(sortBy) ?? [];
  const column = Object.hasOwn(columns, name.toLowerCase()) ? columns[name.toLowerCase()] : undefined;
  if (column === undefined) throw badRequest("The list can't be sorted like that.");
  // Rows without a date come last either way, as in lists that the portal sorts itself.
  return `${column} ${direction.toUpperCase()} NULLS LAST`;
}

function wholeNumber(text: string | undefined, defaultValue: number, name: string, max: number): number {
  if (text === undefined || text === "") return defaultValue;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw badRequest(`The value is not valid for ${name}.`);
  return value;
}
