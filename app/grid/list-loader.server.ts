import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { promiseHash } from "remix-utils/promise";
import { toListFailure, type ListFailure } from "#app/errors/error-page.ts";
import { maximum } from "#app/limits.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireAccess } from "#app/request/require.ts";
import { mapYielding } from "#app/time/yielding.server.ts";
import { csvResponse } from "./csv.server.ts";
import {
  cellText,
  offeredList,
  toListDefinition,
  toListRow,
  type List,
  type ListAnswer,
  type ListRow,
} from "./define-list.server.ts";
import { filterAndSort } from "./filter-and-sort.server.ts";
import { toListQuery } from "./list-query.ts";
import {
  isNarrowed,
  listQuery,
  listQueryString,
  moreAreOmitted,
  readListState,
  type ListDefinition,
  type ListState,
} from "./list-state.ts";

export interface ListView<Key extends string = string, RowData = unknown> {
  readonly list: ListDefinition<Key>;
  readonly state: ListState;
  readonly total: number;
  /** The number of items missing from an API answer that was not paged. */
  readonly omitted?: number;
  readonly rows: readonly ListRow<Key, RowData>[];
  readonly account: string;
  /** Why there are no rows, if the list could not be loaded. */
  readonly failure?: ListFailure;
}

export type ViewOf<L> = L extends List<infer _, infer Key, infer RowData> ? ListView<Key, RowData> : never;

interface RelatedArgs<Key extends string, RowData> {
  readonly args: LoaderFunctionArgs;
  readonly portal: Portal;
  /** The list itself, for data that depends on its rows. */
  readonly view: Promise<ListView<Key, RowData>>;
}

/** The loader of the list's page: the list as `view`, together with the data of `related`, loaded at the same time. */
export function listLoader<Item, Key extends string, RowData, Related extends object = object>(
  list: List<Item, Key, RowData>,
  related?: (args: RelatedArgs<Key, RowData>) => Related,
) {
  return async (args: LoaderFunctionArgs) => {
    const portal = await requireAccess(args, list);
    const view = loadList(list, args, portal);
    // If `related` throws, nothing awaits `view`, and its rejection would be unhandled.
    view.catch(() => undefined);
    return withListStatus(await promiseHash({ ...(related?.({ args, portal, view }) as Related), view }));
  };
}

/** The data of a list's page, whose status is that of a list that could not be loaded. */
export function withListStatus<Data extends { readonly view: Pick<ListView, "failure"> }>(loaded: Data) {
  return data(loaded, loaded.view.failure?.status);
}

/** The loader of the list's CSV: all items of the current search and filter, in the current order. */
export function csvLoader<Item, Key extends string, RowData>(whole: List<Item, Key, RowData>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const portal = await requireAccess(args, whole);
    const list = offeredList(whole, args.context.config);
    let omitted = 0;
    const rows = loadAllItems(list, portal, args.request.url, (count) => (omitted = count));
    const respond = () => csvResponse(list.id, csvColumns(list), rows, () => missingItemsNote(list, omitted));
    return list.csv === "or-redirect-back" ? redirectOnFailure(args, list.path, respond) : respond();
  };
}

/** The CSV columns of an item. */
export function csvColumns<Item, Key extends string, RowData>(list: List<Item, Key, RowData>) {
  const textColumns = list.columns.filter(({ icon }) => !icon);
  return [
    ...textColumns.map((column) => ({
      label: column.label,
      value: (item: Item) => column.csv?.(item) ?? cellText(list, column, item),
    })),
    ...(list.csvColumns ?? []).map(({ label, text }) => ({ label, value: text })),
  ];
}

/** The note of an export from which `count` items are missing; undefined if none are. */
export function missingItemsNote({ noun }: { readonly noun: string }, count: number): string | undefined {
  if (count === 0) return undefined;
  return `Not all ${noun} could be loaded: ${moreAreOmitted(count)} not in this file.`;
}

/** The page that the address names, or the last page if there are fewer. A list that can't be loaded has no rows and says why. */
export async function loadList<Item, Key extends string, RowData>(
  whole: List<Item, Key, RowData>,
  { request, context }: Pick<RouteArgs, "request" | "context">,
  portal: Portal,
): Promise<ListView<Key, RowData>> {
  const list = offeredList(whole, context.config);
  const definition = toListDefinition(list);
  const state = readListState(request.url, definition);
  try {
    return await loadPage(list, portal, state);
  } catch (error) {
    const failure = toListFailure(error, context);
    if (!failure) throw error;
    return { list: definition, state, total: 0, rows: [], account: portal.account.clientId, failure };
  }
}

async function loadPage<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  portal: Portal,
  state: ListState,
): Promise<ListView<Key, RowData>> {
  const found = await fetchItems(list, portal, state);
  // An API may send all items although one page was requested; `maximum.rows` of them are read.
  const isAll =
    found.isWhole ||
    (found.items.length > state.size && found.items.length >= Math.min(found.totalCount, maximum.rows));
  const total = isAll ? found.items.length : found.totalCount;
  const last = Math.max(1, Math.ceil(total / state.size));
  const actualState = { ...state, page: Math.min(state.page, last) };
  const { items } =
    isAll || actualState.page === state.page ? found : await fetchItems(list, portal, actualState);
  const from = isAll ? (actualState.page - 1) * state.size : 0;
  const view = await toView(list, portal, actualState, {
    items: items.slice(from, from + state.size),
    totalCount: total,
  });
  return { ...view, omitted: (found.omitted ?? found.totalCount - total) || undefined };
}

/** Like {@link loadList}, but for items that are already loaded, e.g. the lines of an invoice. */
export async function showItems<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  { request }: Pick<RouteArgs, "request">,
  portal: Pick<Portal, "account">,
  items: readonly Item[],
  otherParams?: ListState["otherParams"],
): Promise<ListView<Key, RowData>> {
  const definition = toListDefinition(list);
  const requested = readListState(request.url, definition);
  const all = await filterAndSort(list, items, listQuery(definition, requested));
  const last = Math.max(1, Math.ceil(all.length / requested.size));
  const state = { ...requested, page: Math.min(requested.page, last), otherParams };
  const from = (state.page - 1) * state.size;
  return toView(list, portal, state, { items: all.slice(from, from + state.size), totalCount: all.length });
}

/** The first items that contain the keyword, with any status, and the address of the list with all of them. */
export async function findItems<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  portal: Portal,
  { keyword, limit }: { keyword: string; limit: number },
  options: CallOptions,
): Promise<{ readonly items: readonly Item[]; readonly total: number; readonly seeAll: string }> {
  const definition = toListDefinition(list);
  const { defaults = [], choices = [] } = list.filter ?? {};
  const filter = [...new Set([...defaults, ...choices.map(({ value }) => value)])];
  const state = { ...readListState("", definition), search: keyword, filter };
  const { items, totalCount } = await fetchItems(list, portal, { ...state, size: limit }, options);
  return {
    items: items.slice(0, limit),
    total: totalCount,
    seeAll: list.path + listQueryString(definition, state),
  };
}

const EXPORT_PAGE_SIZE = 100;

/** Yields all items for the state in the address, then passes the number of those that could not be loaded to `onOmitted`. */
export async function* loadAllItems<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  portal: Portal,
  url: string,
  onOmitted: (count: number) => void = () => undefined,
): AsyncGenerator<Item> {
  const state = { ...readListState(url, toListDefinition(list)), size: EXPORT_PAGE_SIZE };
  const yieldedKeys = new Set<string>();
  let total = 0;
  /** Items that were on no earlier page. One that is twice on the same page counts as two, as in the API's total. */
  let received = 0;
  for (let page = 1; page <= maximum.exportPages; page += 1) {
    const { items, totalCount, isWhole, omitted } = await fetchItems(
      list,
      portal,
      { ...state, page },
      { fresh: true },
    );
    if (isWhole) {
      yield* items;
      return onOmitted(omitted ?? 0);
    }
    total = totalCount;
    const newItems = items.filter((item) => !yieldedKeys.has(list.keyOf(item)));
    received += newItems.length;
    for (const item of newItems) {
      if (!yieldedKeys.has(list.keyOf(item))) yield item;
      yieldedKeys.add(list.keyOf(item));
    }
    // Without new items the API ignores the page number or has fewer items than its total.
    if (newItems.length === 0 || received >= total) break;
  }
  onOmitted(Math.max(0, total - received));
}

type FetchedItems<Item> = Readonly<{
  items: readonly Item[];
  totalCount: number;
  /** These are all items that match, in order: the API does not page them. */
  isWhole?: boolean;
  omitted?: number;
}>;

async function fetchItems<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  portal: Portal,
  state: ListState,
  options?: CallOptions,
): Promise<FetchedItems<Item>> {
  const { operation, filter } = list;
  if (!operation) throw new Error(`The list ${list.id} has no call of its own`);
  if (filter && state.filter.length === 0) return { items: [], totalCount: 0 };
  const query: ListRequest = { ...listQuery(toListDefinition(list), state), ...list.query };
  const codes = filter?.choices.filter(({ value }) => state.filter.includes(value)).map(({ code }) => code);
  const isAllTicked = codes?.length === filter?.choices.length;
  if (codes && !(isAllTicked && filter?.allMeansAny)) {
    if (typeof codes[0] === "string") query.includedStatuses = codes.map(String);
    else query.includedStatusCodes = codes.map(Number);
  }
  const ownSearch = list.ownSearch?.(portal, state.search);
  const answer: ListAnswer<Item> = await (ownSearch ??
    portal.api.call(operation, operation.query ? { query } : {}, options));
  if ("items" in answer)
    return { items: answer.items, totalCount: Math.max(answer.totalCount, answer.items.length) };
  // Items of an unknown status show with the default filter, too, since the list could seem empty otherwise.
  const isFiltered = isNarrowed(toListDefinition(list), { ...state, search: "" });
  const matchesFilter = (code: number | string) =>
    codes?.includes(code) || (!isFiltered && !filter?.choices.some((choice) => choice.code === code));
  const items = filter && !isAllTicked ? answer.filter((item) => matchesFilter(filter.of(item))) : answer;
  const matching = await filterAndSort(list, items, ownSearch ? { sortBy: query.sortBy } : query);
  const omitted = (answer.totalCount ?? answer.length) - answer.length;
  return { items: matching, totalCount: matching.length, isWhole: true, omitted };
}

async function toView<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  { account }: Pick<Portal, "account">,
  state: ListState,
  { items, totalCount }: FetchedItems<Item>,
): Promise<ListView<Key, RowData>> {
  const definition = toListDefinition(list);
  const place = toListQuery(definition, state);
  return {
    list: definition,
    state,
    total: totalCount,
    rows: await mapYielding(items, (item) => toListRow(list, item, place)),
    account: account.clientId,
  };
}
