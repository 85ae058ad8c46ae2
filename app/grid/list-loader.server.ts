import type { LoaderFunctionArgs } from "@remix-run/node";
import { promiseHash } from "remix-utils/promise";
import { most } from "#app/limits.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireAccess } from "#app/request/require.ts";
import { breather, mapped } from "#app/time/breathe.server.ts";
import { csvResponse } from "./csv.server.ts";
import {
  isNarrowed,
  listHref,
  listQuery,
  moreAre,
  readListState,
  type ListDefinition,
  type ListState,
} from "./define-list.ts";
import { placeOf } from "./list-place.ts";
import {
  offeredList,
  rowOf,
  shapeOf,
  textOf,
  type List,
  type ListAnswer,
  type ListRow,
} from "./list.server.ts";

const alphabet = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

export interface ListView<Key extends string = string, More = unknown> {
  readonly list: ListDefinition<Key>;
  readonly state: ListState;
  readonly total: number;
  /** How many more the API has, where it answers without pages and leaves some out. */
  readonly omitted?: number;
  readonly rows: readonly ListRow<Key, More>[];
  readonly account: string;
}

export type ViewOf<L> = L extends List<infer _, infer Key, infer More> ? ListView<Key, More> : never;

interface Asked<Key extends string, More> {
  readonly args: LoaderFunctionArgs;
  readonly portal: Portal;
  /** The list itself, for what depends on its rows. */
  readonly view: Promise<ListView<Key, More>>;
}

/** The loader of the list's page: its `view`, and beside it what `related` asks for at the same time. */
export function listLoader<Item, Key extends string, More, Related extends object = object>(
  list: List<Item, Key, More>,
  related?: (asked: Asked<Key, More>) => Related,
) {
  return async (args: LoaderFunctionArgs) => {
    const portal = await requireAccess(args, list);
    const view = loadList(list, args, portal);
    // Where `related` throws, a failure of the list must not count as unhandled.
    view.catch(() => undefined);
    return promiseHash({ ...(related?.({ args, portal, view }) as Related), view });
  };
}

/** The loader of the list's CSV: every item of the present search, filter and order, page by page. */
export function csvLoader<Item, Key extends string, More>(whole: List<Item, Key, More>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const portal = await requireAccess(args, whole);
    const list = offeredList(whole, args.context.config);
    const shown = list.columns.filter(({ icon }) => !icon);
    const columns = [
      ...shown.map((column) => ({
        label: column.label,
        value: (item: Item) => column.csv?.(item) ?? textOf(list, column, item),
      })),
      ...(list.csvColumns ?? []).map(({ label, text }) => ({ label, value: text })),
    ];
    let omitted = 0;
    const rows = everyItem(list, portal, args.request.url, (count) => (omitted = count));
    const answer = () => csvResponse(list.id, columns, rows, () => missingText(list, omitted));
    return list.csv === "or-redirect-back" ? redirectOnFailure(args, list.path, answer) : answer();
  };
}

/** What an export says of the items that could not be had; undefined for none. */
export function missingText({ noun }: { readonly noun: string }, count: number): string | undefined {
  if (count === 0) return undefined;
  return `Not all ${noun} could be loaded: ${moreAre(count)} not in this file.`;
}

/** The page that the address asks for, or the last one. */
export async function loadList<Item, Key extends string, More>(
  whole: List<Item, Key, More>,
  { request, context }: Pick<RouteArgs, "request" | "context">,
  portal: Portal,
): Promise<ListView<Key, More>> {
  const list = offeredList(whole, context.config);
  const state = readListState(request.url, shapeOf(list));
  const found = await ask(list, portal, state);
  if (found.isWhole)
    return {
      ...(await showItems(list, { request }, portal, found.items)),
      omitted: found.omitted || undefined,
    };
  // An API may answer all of them although it was asked for a page; of very many the first are read.
  const isAll =
    found.items.length > state.size && found.items.length >= Math.min(found.totalCount, most.rows);
  const total = isAll ? found.items.length : found.totalCount;
  const last = Math.max(1, Math.ceil(total / state.size));
  const shown = { ...state, page: Math.min(state.page, last) };
  const { items } = isAll || shown.page === state.page ? found : await ask(list, portal, shown);
  const from = isAll ? (shown.page - 1) * state.size : 0;
  const view = await viewOf(list, portal, shown, {
    items: items.slice(from, from + state.size),
    totalCount: total,
  });
  return { ...view, omitted: found.totalCount - total || undefined };
}

/** {@link loadList} for given items, e.g. the lines of an invoice. */
export async function showItems<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { request }: Pick<RouteArgs, "request">,
  portal: Pick<Portal, "account">,
  items: readonly Item[],
  carried?: ListState["carried"],
): Promise<ListView<Key, More>> {
  const shape = shapeOf(list);
  const asked = readListState(request.url, shape);
  const all = await arranged(list, items, listQuery(shape, asked));
  const last = Math.max(1, Math.ceil(all.length / asked.size));
  const state = { ...asked, page: Math.min(asked.page, last), carried };
  const from = (state.page - 1) * state.size;
  return viewOf(list, portal, state, { items: all.slice(from, from + state.size), totalCount: all.length });
}

/** The first few items that hold the keyword, whatever their status, and the address of all. */
export async function findItems<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  portal: Portal,
  { keyword, most: few }: { keyword: string; most: number },
  options: CallOptions,
): Promise<{ readonly items: readonly Item[]; readonly total: number; readonly seeAll: string }> {
  const shape = shapeOf(list);
  const { defaults = [], choices = [] } = list.filter ?? {};
  const filter = [...new Set([...defaults, ...choices.map(({ value }) => value)])];
  const state = { ...readListState("", shape), search: keyword, filter };
  const found = await ask(list, portal, { ...state, size: few }, options);
  const items = found.isWhole ? await arranged(list, found.items, listQuery(shape, state)) : found.items;
  const total = found.isWhole ? items.length : found.totalCount;
  return { items: items.slice(0, few), total, seeAll: list.path + listHref(shape, state) };
}

const EXPORT_PAGE_SIZE = 100;

/** Every item of the search, filter and order that the address asks for; `onOmitted` is told how many can't be had. */
export async function* everyItem<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  portal: Portal,
  url: string,
  onOmitted: (count: number) => void = () => undefined,
): AsyncGenerator<Item> {
  const state = { ...readListState(url, shapeOf(list)), size: EXPORT_PAGE_SIZE };
  const sent = new Set<string>();
  let total = 0;
  /** Rows that no earlier page had. One that a page has twice counts twice, as in the API's total. */
  let came = 0;
  for (let page = 1; page <= most.exportPages; page += 1) {
    const { items, totalCount, isWhole, omitted } = await ask(
      list,
      portal,
      { ...state, page },
      { fresh: true },
    );
    if (isWhole) {
      yield* await arranged(list, items, listQuery(shapeOf(list), state));
      return onOmitted(omitted ?? 0);
    }
    total = totalCount;
    const fresh = items.filter((item) => !sent.has(list.keyOf(item)));
    came += fresh.length;
    for (const item of fresh) {
      if (!sent.has(list.keyOf(item))) yield item;
      sent.add(list.keyOf(item));
    }
    // Ends also for an API that ignores the page number, or whose total is too high.
    if (fresh.length === 0 || came >= total) break;
  }
  onOmitted(Math.max(0, total - came));
}

/** `isWhole`: the API can't page them, so these are all items, in no order. */
type Found<Item> = Readonly<{
  items: readonly Item[];
  totalCount: number;
  isWhole?: boolean;
  omitted?: number;
}>;

async function ask<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  portal: Portal,
  state: ListState,
  options?: CallOptions,
): Promise<Found<Item>> {
  const { operation, filter } = list;
  if (!operation) throw new Error(`The list ${list.id} has no call of its own`);
  if (filter && state.filter.length === 0) return { items: [], totalCount: 0 };
  const query: ListRequest = { ...listQuery(shapeOf(list), state), ...list.query };
  const wanted = filter?.choices.filter(({ value }) => state.filter.includes(value)).map(({ code }) => code);
  const hasAll = wanted?.length === filter?.choices.length;
  if (wanted && !(hasAll && filter?.allMeansAny)) {
    if (typeof wanted[0] === "string") query.includedStatuses = wanted.map(String);
    else query.includedStatusCodes = wanted.map(Number);
  }
  const answer: ListAnswer<Item> = await portal.api.call(
    operation,
    operation.query ? { query } : {},
    options,
  );
  if ("items" in answer)
    return { items: answer.items, totalCount: Math.max(answer.totalCount, answer.items.length) };
  // Rows of an unknown status show until somebody filters, and with all ticked: else the list could seem empty.
  const isChosen = isNarrowed(shapeOf(list), { ...state, search: "" });
  const isWanted = (code: number | string) =>
    wanted?.includes(code) || (!isChosen && !filter?.choices.some((choice) => choice.code === code));
  const items = filter && !hasAll ? answer.filter((item) => isWanted(filter.of(item))) : answer;
  const omitted = (answer.totalCount ?? 0) - answer.length;
  return { items, totalCount: items.length, isWhole: true, omitted };
}

async function viewOf<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { account }: Pick<Portal, "account">,
  state: ListState,
  { items, totalCount }: Found<Item>,
): Promise<ListView<Key, More>> {
  const shape = shapeOf(list);
  const place = placeOf(shape, state);
  return {
    list: shape,
    state,
    total: totalCount,
    rows: await mapped(items, (item) => rowOf(list, item, place)),
    account: account.clientId,
  };
}

/** The items that hold every word of the keyword, in the wanted order; equal ones stay in the API's. */
async function arranged<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  items: readonly Item[],
  { searchKeyword = "", sortBy = "" }: ListRequest,
): Promise<readonly Item[]> {
  const { columns } = list;
  const [name, direction] = sortBy.split(" ");
  const column = columns.find(({ sort }) => sort === name);
  const sign = direction === "DESC" ? -1 : 1;
  const isFound = finder(list, searchKeyword);
  const valueOf = (item: Item) => column?.order?.(item) ?? (column ? textOf(list, column, item) : "");
  const keyed: { readonly item: Item; readonly value: number | string }[] = [];
  const breathe = breather();
  for (const item of items) {
    await breathe();
    if (isFound(item)) keyed.push({ item, value: sortable(valueOf(item)) });
  }
  keyed.sort((one, other) => sign * compare(one.value, other.value));
  return keyed.map(({ item }) => item);
}

function finder<Item, Key extends string, More>(list: List<Item, Key, More>, searchKeyword: string) {
  const keyword = plain(searchKeyword);
  if (keyword === "") return () => true;
  const ofColumns = (item: Item) => list.columns.map((column) => textOf(list, column, item)).join(" ");
  const { searchText = ofColumns } = list;
  const words = list.searchWhole ? [keyword] : keyword.split(/\s+/);
  return (item: Item) => {
    const text = plain(searchText(item));
    return words.every((word) => text.includes(word));
  };
}

/** Longer texts are sorted by their beginning: to compare two takes as long as they are. */
const SORTED_BY = 100;
const sortable = (value: number | string) => (typeof value === "string" ? value.slice(0, SORTED_BY) : value);

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : alphabet.compare(String(one), String(other));
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();
