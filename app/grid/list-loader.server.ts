import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { promiseHash } from "remix-utils/promise";
import { toListFailure } from "#app/errors/error-page.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { maximum } from "#shared/limits.ts";
import type { CallOptions } from "#shared/portal-api/client.ts";
import { pageUnlessBeyond } from "#shared/portal-api/errors.ts";
import type { ListRequest } from "#shared/portal-api/list-request.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";
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
import {
  isNarrowed,
  listPlaceOf,
  listQueryString,
  moreItemsText,
  readListState,
  scopeOf,
  toListRequest,
  type ListDefinition,
  type ListState,
} from "./list-state.ts";

export interface ListView<Key extends string = string, RowData = unknown> {
  readonly list: ListDefinition<Key>;
  readonly state: ListState;
  readonly total: number;
  /** How many items an unpaged answer left out. */
  readonly omitted?: number;
  readonly rows: readonly ListRow<Key, RowData>[];
  /** Why there are no rows, if the list couldn't be loaded. */
  readonly failure?: ReturnType<typeof toListFailure>;
}

/** The loader of the list's page: the list as `view`, with `related`'s data, which can depend on its rows, loaded at the same time. */
export function listLoader<Item, Key extends string, RowData, Related extends object = object>(
  list: List<Item, Key, RowData>,
  related?: (loading: {
    readonly args: LoaderFunctionArgs;
    readonly portal: Portal;
    readonly view: Promise<ListView<Key, RowData>>;
  }) => Related,
) {
  return async (args: LoaderFunctionArgs) => {
    const portal = await requireRole(args, list.role);
    const view = loadList(list, args, portal);
    // If `related` throws, nothing awaits `view`, and its rejection would be unhandled.
    view.catch(() => undefined);
    return withListStatus(await promiseHash({ ...(related?.({ args, portal, view }) as Related), view }));
  };
}

/** The page's data, with the list's error status if it couldn't be loaded. */
export function withListStatus<Data extends { readonly view: Pick<ListView, "failure"> }>(loaded: Data) {
  return data(loaded, loaded.view.failure?.status);
}

/** The loader of the list's CSV: all items for the current search and filter, in the current order. */
export function csvLoader<Item>(fullList: List<Item>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const portal = await requireRole(args, fullList.role);
    const list = offeredList(fullList, args.context.config);
    let omitted = 0;
    const rows = loadAllItems(list, portal, args.request.url, (count) => (omitted = count));
    const respond = () => csvResponse(list.id, csvColumns(list), rows, () => missingItemsNote(list, omitted));
    return list.csv === "or-redirect-back" ? redirectOnFailure(args, list.path, respond) : respond();
  };
}

/** An item's CSV columns. */
export function csvColumns<Item>(list: List<Item>) {
  const textColumns = list.columns.filter(({ icon }) => !icon);
  return [
    ...textColumns.map((column) => ({
      label: column.label,
      value: (item: Item) => column.csv?.(item) ?? cellText(list, column, item),
    })),
    ...(list.csvColumns ?? []).map(({ label, text }) => ({ label, value: text })),
  ];
}

/** All items for the state in the address, with the note if some are missing. */
export async function collectAllItems<Item>(
  list: List<Item>,
  portal: Portal,
  url: string,
  maxPages?: number,
  options?: CallOptions,
) {
  let omitted = 0;
  const items = await Array.fromAsync(
    loadAllItems(list, portal, url, (count) => (omitted = count), maxPages, options),
  );
  return { items, note: missingItemsNote(list, omitted) };
}

/** The note for an export that lacks `count` items; undefined if none are missing. */
export function missingItemsNote({ noun }: { readonly noun: string }, count: number): string | undefined {
  if (count === 0) return undefined;
  return `We couldn't load all the ${noun}: ${moreItemsText(count)} not in this file.`;
}

/** The page in the URL, or the last page if there are fewer. If the list can't be loaded, it has no rows and a `failure`. */
export async function loadList<Item, Key extends string, RowData>(
  fullList: List<Item, Key, RowData>,
  { request, context }: Pick<RouteArgs, "request" | "context">,
  portal: Portal,
): Promise<ListView<Key, RowData>> {
  const list = offeredList(fullList, context.config);
  const state = readListState(request.url, list);
  try {
    const fetched = await fetchItems(list, portal, state);
    const page = Math.min(state.page, lastPage(fetched.totalCount, state));
    if (fetched.isUnpaged || page === state.page) return await toView(list, state, fetched);
    const { items } = await fetchItems(list, portal, { ...state, page });
    return await toView(list, state, { ...fetched, items });
  } catch (error) {
    const failure = toListFailure(error, context);
    if (!failure) throw error;
    return { list: toListDefinition(list), state, total: 0, rows: [], failure };
  }
}

/** Like {@link loadList}, but for items that are already loaded, e.g. an invoice's lines. */
export async function showItems<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  { request }: Pick<RouteArgs, "request">,
  items: readonly Item[],
  otherParams?: ListState["otherParams"],
): Promise<ListView<Key, RowData>> {
  const state = { ...readListState(request.url, list), ...(otherParams && { otherParams }) };
  const matching = await filterAndSort(list, items, toListRequest(list, state));
  return toView(list, state, { items: matching, totalCount: matching.length, isUnpaged: true });
}

/** The first items that contain the keyword, with any status, and the URL of the list that shows them all. */
export async function searchItems<Item>(
  list: List<Item>,
  portal: Portal,
  { keyword, limit }: { keyword: string; limit: number },
  options: CallOptions,
) {
  const { defaults = [], choices = [] } = list.filter ?? {};
  const filter = [...new Set([...defaults, ...choices.map(({ value }) => value)])];
  const state = { ...readListState("", list), search: keyword, filter };
  const { items, totalCount } = await fetchItems(list, portal, { ...state, size: limit }, options);
  const seeAll = list.path + listQueryString(list, state);
  return { items: items.slice(0, limit), total: totalCount, seeAll };
}

const EXPORT_PAGE_SIZE = 100;

/** Yields all items for the state in the address, then passes the number that couldn't be loaded to `onOmitted`. */
export async function* loadAllItems<Item>(
  list: List<Item>,
  portal: Portal,
  url: string,
  onOmitted: (count: number) => void = () => undefined,
  maxPages: number = maximum.exportPages,
  options: CallOptions = {},
): AsyncGenerator<Item> {
  const state = { ...readListState(url, list), size: EXPORT_PAGE_SIZE };
  const yieldedKeys = new Set<string>();
  /** The highest so far: if an item leaves the list, another one moves to a page that we've already loaded. */
  let highestTotal = 0;
  let total = 0;
  /** Duplicates on one page count, because they do in the API's total. */
  let received = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    const loading = fetchItems(list, portal, { ...state, page }, { ...options, fresh: true });
    const loaded = await pageUnlessBeyond(loading, page > 1 && received >= total);
    if (!loaded) break;
    const { items, totalCount, isUnpaged, omitted } = loaded;
    if (isUnpaged) {
      yield* items;
      return onOmitted(omitted ?? 0);
    }
    total = totalCount;
    highestTotal = Math.max(highestTotal, total);
    const newItems = items.filter((item) => !yieldedKeys.has(list.keyOf(item)));
    received += newItems.length;
    for (const item of newItems) {
      if (!yieldedKeys.has(list.keyOf(item))) yield item;
      yieldedKeys.add(list.keyOf(item));
    }
    // A full page may not be the last, because some APIs' totals only count the page.
    const isLast = received >= total && items.length !== EXPORT_PAGE_SIZE;
    // No new items: the API ignores the page number, or its total is too high.
    if (newItems.length === 0 || isLast) break;
  }
  onOmitted(Math.max(0, highestTotal - received));
}

type FetchedItems<Item> = Readonly<{
  items: readonly Item[];
  totalCount: number;
  /** All matching items in order, because the API doesn't page them. */
  isUnpaged?: boolean;
  omitted?: number;
}>;

async function fetchItems<Item>(
  list: List<Item>,
  portal: Portal,
  state: ListState,
  options?: CallOptions,
): Promise<FetchedItems<Item>> {
  const { operation, filter } = list;
  if (!operation) throw new Error(`The list ${list.id} has no call of its own`);
  if (filter && state.filter.length === 0) return { items: [], totalCount: 0 };
  const query: ListRequest = { ...toListRequest(list, state), ...list.query };
  const codes = filter?.choices.filter(({ value }) => state.filter.includes(value)).map(({ code }) => code);
  const isAllTicked = codes?.length === filter?.choices.length;
  if (codes && !(isAllTicked && filter?.includesUnknownIfAllTicked)) {
    if (typeof codes[0] === "string") query.includedStatuses = codes.map(String);
    else query.includedStatusCodes = codes.map(Number);
  }
  const scope = scopeOf(list, state);
  const specialSearch = list.specialSearch?.(portal, state.search);
  const scoped = scope === "" ? undefined : list.scope?.load?.(portal, scope);
  const [found, inScope] = await Promise.all([specialSearch, scoped]);
  const foundKeys = inScope && found && new Set(found.map(list.keyOf));
  const answer: ListAnswer<Item> =
    (foundKeys ? inScope.filter((item) => foundKeys.has(list.keyOf(item))) : (inScope ?? found)) ??
    (await portal.api.call(operation, operation.query ? { query } : {}, options));
  if ("items" in answer) {
    const { length } = answer.items;
    const totalCount = Math.max(answer.totalCount, length);
    // Some calls send all items even though we asked for one page. We only take `maximum.rows` of them.
    const isUnpaged = length > state.size && length >= Math.min(totalCount, maximum.rows);
    // A call that returns everything may not sort. We keep its order of texts, because it may sort by something we don't show.
    const isWhole = isUnpaged || (state.page === 1 && length === totalCount);
    const isByDate = list.columns.some(({ key, date }) => date && key === state.sort);
    const items =
      isWhole && isByDate ? await filterAndSort(list, answer.items, { sortBy: query.sortBy }) : answer.items;
    if (!isUnpaged) return { items, totalCount };
    return { items, totalCount: length, isUnpaged, omitted: totalCount - length };
  }
  // The default filter also shows items with an unknown status, because otherwise the list could look empty.
  const isFiltered = isNarrowed(list, { ...state, search: "" });
  const matchesFilter = (code: number | string) =>
    codes?.includes(code) || (!isFiltered && !filter?.choices.some((choice) => choice.code === code));
  const items = filter && !isAllTicked ? answer.filter((item) => matchesFilter(filter.codeOf(item))) : answer;
  const matching = await filterAndSort(list, items, specialSearch ? { sortBy: query.sortBy } : query);
  const omitted = (answer.totalCount ?? answer.length) - answer.length;
  return { items: matching, totalCount: matching.length, isUnpaged: true, omitted };
}

const lastPage = (totalCount: number, { size }: ListState) => Math.max(1, Math.ceil(totalCount / size));

async function toView<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  requested: ListState,
  { items, totalCount, isUnpaged, omitted }: FetchedItems<Item>,
): Promise<ListView<Key, RowData>> {
  const state = { ...requested, page: Math.min(requested.page, lastPage(totalCount, requested)) };
  const place = listPlaceOf(list, state);
  const from = isUnpaged ? (state.page - 1) * state.size : 0;
  return {
    list: toListDefinition(list),
    state,
    total: totalCount,
    omitted: omitted || undefined,
    rows: await mapYielding(items.slice(from, from + state.size), (item) => toListRow(list, item, place)),
  };
}
