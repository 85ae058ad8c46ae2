import { withHeaders } from "#shared/portal-api/reply.ts";
import { deviationFinding, failureFinding, itemsIn, statusText, valuesAt, type Finding } from "./finding.ts";
import { isAnswered, type Reply, type Send } from "./wire.ts";
import { parametersOf } from "../contract/openapi.ts";
import type { ContractCall } from "../contract/operations.ts";
import { fieldsOf, jsonSchema } from "../contract/schema.ts";

const PAGE_SIZE = 100;
const UNFINDABLE_KEYWORD = "qzxv-9917-nothing-like-it";

type Item = Readonly<Record<string, unknown>>;
/** Reads the list, with the parameter names that the portal uses. */
type Ask = (query: Readonly<Record<string, unknown>>) => Promise<Reply>;

/** Checks a list's paging, order, filter and search. */
export async function listFindings(contractCall: ContractCall, send: Send): Promise<readonly Finding[]> {
  const parameterNames = new Map(parametersOf(contractCall).map(({ name }) => [name.toLowerCase(), name]));
  const ask: Ask = (query) =>
    send(contractCall, {
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [parameterNames.get(name.toLowerCase()) ?? name, value]),
      ),
    });
  const checks = [pagingFindings, sortFindings, filterFindings, searchFindings];
  const findings = (await Promise.all(checks.map((check) => check(ask, contractCall)))).flat();
  return findings.filter((finding) => finding !== undefined);
}

type Rows = readonly unknown[];
/** The total as the portal reads it, from the body or from the header. */
const totalOf = (operation: ContractCall["operation"], { body, headers }: Reply) =>
  Number(valuesAt(withHeaders(operation, { headers: Object.fromEntries(headers) }, body), "totalCount")[0]);
const serialise = (item: unknown) => JSON.stringify(item);

type FindingsPromise = Promise<readonly (Finding | undefined)[]>;

async function pagingFindings(ask: Ask, { operation }: ContractCall): FindingsPromise {
  const consequence = "pages repeat or leave out rows";
  const pages = [
    { pageNumber: 1, pageSize: 1 },
    { pageNumber: 2, pageSize: 1 },
    { pageNumber: 1, pageSize: PAGE_SIZE },
  ];
  const [first, second, large] = await Promise.all(pages.map(ask));
  if (!first || !second || !large || !isAnswered(first)) return [];
  const [rows, next, all] = [first, second, large].map(({ body }) => itemsIn(body)) as [Rows, Rows, Rows];
  const [total, sameTotal] = [first, large].map((reply) => totalOf(operation, reply));
  const least = Math.max(all.length, rows.length + next.length);
  const header = first.headers.get("x-total-count");
  return [
    total !== sameTotal || Number(total) < least
      ? failureFinding(
          "totalCount",
          "all rows, whatever pageSize is",
          `${total} for pageSize=1 and ${sameTotal} for ${PAGE_SIZE}, with ${least} rows or more`,
          "the other pages can't be reached",
        )
      : undefined,
    rows.length > 1
      ? failureFinding("paging", "1 item for pageSize=1", `${rows.length} items`, consequence)
      : undefined,
    rows.length === 1 && next.length === 1 && serialise(rows[0]) === serialise(next[0])
      ? failureFinding("paging", "different items for pageNumber=2", "the same", consequence)
      : undefined,
    header === null || Number(header) === total || total !== sameTotal
      ? undefined
      : deviationFinding("X-Total-Count", `as totalCount, ${total}`, header, "the portal takes totalCount"),
  ];
}

/** An answer's items as the portal parses them; none if it can't. */
function readItems({ operation }: ContractCall, reply: Reply): readonly Item[] {
  const headers = Object.fromEntries(reply.headers);
  const parsed = operation.answer.safeParse(withHeaders(operation, { headers }, reply.body));
  return parsed.success ? (itemsIn(parsed.data) as readonly Item[]) : [];
}

function valueOf(item: Item, name: string, { list }: ContractCall): unknown {
  if (name === "status" && list?.statusOf) return list.statusOf(item);
  return Object.entries(item).find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1];
}

async function sortFindings(ask: Ask, contractCall: ContractCall): FindingsPromise {
  const fields = fieldsOf(jsonSchema(contractCall.operation.answer));
  const isDate = (name: string) =>
    fields.some(
      ({ path, format }) => format === "date-time" && path.toLowerCase() === `items.${name.toLowerCase()}`,
    );
  const valuesOf = (reply: Reply, name: string) => {
    const values = readItems(contractCall, reply).map((item) => valueOf(item, name, contractCall));
    // An unreadable date is a separate finding.
    return isDate(name) ? values.filter((value) => dateOrEmpty(String(value)) !== "") : values;
  };
  const findings = (contractCall.list?.sorts ?? []).map(async (name) => {
    const [ascending, descending] = await Promise.all(
      ["ASC", "DESC"].map((direction) => ask({ sortBy: `${name} ${direction}`, pageSize: PAGE_SIZE })),
    );
    const consequence = `the list can't be sorted by ${name}`;
    const at = `sortBy=${name}`;
    const failed = [ascending, descending].find((reply) => reply && !isAnswered(reply));
    if (failed) return failureFinding(at, "200", statusText(failed.status), consequence);
    const isSorted =
      ascending &&
      descending &&
      isAscending(valuesOf(ascending, name), false) &&
      isAscending(valuesOf(descending, name), true);
    return isSorted
      ? undefined
      : failureFinding(at, "the order we asked for", "a different one", consequence);
  });
  return Promise.all(findings);
}

/** Numbers and dates must be in ascending order. Databases sort texts differently, so we only compare the first and the last one. */
function isAscending(values: readonly unknown[], isReversed: boolean): boolean {
  const present = values.filter((value) => value !== undefined && value !== null && value !== "");
  const asNumbers = present.map((value) => (typeof value === "number" ? value : numberOf(String(value))));
  if (isReversed) asNumbers.reverse();
  if (asNumbers.some(Number.isNaN)) {
    const [low = "", high = ""] = [present[0], present.at(-1)].map(String);
    const order = low.localeCompare(high, "en", { sensitivity: "base", ignorePunctuation: true });
    return !(isReversed ? order < 0 : order > 0);
  }
  return asNumbers.every((value, index) => index === 0 || value >= (asNumbers[index - 1] ?? 0));
}

const numberOf = (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(dateOrEmpty(text));
const dateOrEmpty = (text: string) => (/^\d{4}-\d\d-\d\d/.test(text) ? text : "");

async function filterFindings(ask: Ask, contractCall: ContractCall): FindingsPromise {
  const codes = (contractCall.list?.statuses ?? []).filter((status) => typeof status === "number");
  const findings = codes.map(async (code) => {
    const reply = await ask({ includedStatusCodes: [code], pageSize: PAGE_SIZE });
    const statuses = readItems(contractCall, reply).map((item) => contractCall.list?.statusOf?.(item));
    // An unreadable status is a separate finding.
    const others = statuses.filter((status) => status !== code && status !== "");
    if (isAnswered(reply) && others.length === 0) return undefined;
    const got = isAnswered(reply) ? `${others.length} of other statuses` : statusText(reply.status);
    return failureFinding(
      `includedStatusCodes=${code}`,
      "this status alone",
      got,
      "the filter shows other rows",
    );
  });
  return Promise.all(findings);
}

async function searchFindings(ask: Ask, { list, operation }: ContractCall): FindingsPromise {
  if (!list?.searches) return [];
  const consequence = "searching finds the wrong rows";
  const reply = await ask({ searchKeyword: UNFINDABLE_KEYWORD, pageSize: 1 });
  const rows = itemsIn(reply.body).length;
  if (isAnswered(reply) && rows === 0 && totalOf(operation, reply) === 0) return [];
  const got = isAnswered(reply)
    ? `${rows}, and a totalCount of ${totalOf(operation, reply)}`
    : statusText(reply.status);
  return [failureFinding("searchKeyword", "0 items for a word that isn't there", got, consequence)];
}
