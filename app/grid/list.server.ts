import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { CallOptions } from "#app/portal-api/client.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";
import type { RouteArgs } from "#app/request/proof.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import type { RoleName } from "#app/request/roles.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import type { Tone } from "#app/ui/tone.ts";
import { csvResponse } from "./csv.server.ts";
import {
  listQuery,
  readListState,
  type ListDefinition,
  type ListFilter,
  type ListState,
} from "./define-list.ts";
import { placeOf } from "./list-place.ts";
import { arranged } from "./whole-list.ts";

/** A page of a list, or all of its items where the API has no paging for it. */
type ListAnswer<Item> = readonly Item[] | { readonly items: readonly Item[]; readonly totalCount: number };

/** A read of the API that answers a list. */
type ListOperation<Item> = Operation<
  undefined,
  z.ZodType<unknown, ListRequest> | undefined,
  undefined,
  z.ZodType<ListAnswer<Item>>
>;

/** One column: its head, what it says of an item and how it is sorted. */
export interface Column<Item, Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** The API's name in `sortBy`; without it the column can't be sorted. */
  readonly sort?: string;
  /** What the cell says, on the page, on cards and in the CSV. */
  readonly text?: (item: Item) => string;
  /** In its place in the CSV, e.g. an amount without its sign. */
  readonly csv?: (item: Item) => string | number;
  /** The text is shown as a tag of this tone; undefined as it is. */
  readonly tone?: (item: Item) => Tone | undefined;
  /** Says the status by the list's filter: text and tone come from there. */
  readonly status?: true;
  /** By what a list that is sorted here is ordered. Default: the text. */
  readonly order?: (item: Item) => string | number;
  /** Money and counts: to the right. */
  readonly numeric?: boolean;
  /** A link to the item; the label says what it does, e.g. 'Edit'. */
  readonly icon?: IconName;
}

/** One status that items may have: a choice of the filter. */
export interface Status {
  /** The API's. */
  readonly code: number | string;
  /** In the address. */
  readonly value: string;
  readonly label: string;
  readonly tone: Tone;
}

/** A list of one kind of things: what its page and its CSV are made of. See docs/kits.md. */
export interface List<Item, Key extends string, More> extends Omit<
  ListDefinition<Key>,
  "columns" | "filter"
> {
  /** Who may see it. Default: everyone who works for an account. */
  readonly role?: RoleName;
  /** The call that answers it. Without one the items are given to {@link showItems}. */
  readonly operation?: ListOperation<Item>;
  /** Goes with every such call. */
  readonly query?: Partial<ListRequest>;
  /** Which statuses are shown; `defaults` while the address names none. */
  readonly filter?: {
    readonly of: (item: Item) => number | string;
    readonly choices: readonly Status[];
    readonly defaults: readonly string[];
    /** With all ticked the API is asked for everything, also for statuses that the portal does not know. */
    readonly allMeansAny?: true;
  };
  readonly columns: readonly Column<Item, Key>[];
  /** Columns that the CSV has beside those of the page. */
  readonly csvColumns?: readonly { readonly label: string; readonly text: (item: Item) => string | number }[];
  /** What a keyword is looked for in where the API does not search. Default: the texts of all columns. */
  readonly searchText?: (item: Item) => string;
  /** What tells the items apart. */
  readonly keyOf: (item: Item) => string;
  /** What a row is called for screen readers, e.g. in 'Edit …'. Default: the text of the link's column. */
  readonly nameOf?: (item: Item) => string;
  /** The item's own page. It gets to know the place in the list that leads there. */
  readonly to?: (item: Item, place: string | undefined) => string;
  readonly isUnread?: (item: Item) => boolean;
  /** What the page's own cells need beside the texts. It reaches the browser. */
  readonly more?: (item: Item) => More;
}

/** Describes a list; see {@link List}. */
export function defineList<Item, const Key extends string, More = undefined>(
  list: List<Item, Key, More>,
): List<Item, Key, More> {
  return list;
}

/** One item as the browser gets it. */
export interface ListRow<Key extends string = string, More = unknown> {
  readonly key: string;
  /** What screen readers call it. */
  readonly name: string;
  readonly to?: string;
  readonly unread?: boolean;
  readonly text: Readonly<Record<Key, string>>;
  readonly tone: Readonly<Partial<Record<Key, Tone>>>;
  readonly more: More;
}

/** A page of a list, ready to show: what `<ListPage>` and `<Grid>` take. */
export interface ListView<Key extends string = string, More = unknown> {
  readonly list: ListDefinition<Key>;
  readonly state: ListState;
  readonly total: number;
  readonly rows: readonly ListRow<Key, More>[];
  /** The account that it is shown for. */
  readonly account: string;
}

/** The loader of a page that shows nothing but the list. */
export function listLoader<Item, Key extends string, More>(list: List<Item, Key, More>) {
  return async (args: LoaderFunctionArgs) => loadList(list, args, await requireReader(list, args));
}

/** The loader of the list's CSV: every item of the current search, filter and order, streamed page by page. */
export function csvLoader<Item, Key extends string, More>(list: List<Item, Key, More>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const portal = await requireReader(list, args);
    const shown = list.columns.filter(({ icon }) => !icon);
    const columns = [
      ...shown.map((column) => ({
        label: column.label,
        value: (item: Item) => column.csv?.(item) ?? textOf(list, column, item),
      })),
      ...(list.csvColumns ?? []).map(({ label, text }) => ({ label, value: text })),
    ];
    return csvResponse(list.id, columns, everyItem(list, portal, args.request.url));
  };
}

function requireReader<Item, Key extends string, More>({ role }: List<Item, Key, More>, args: RouteArgs) {
  return role === undefined ? requireAccount(args) : requireRole(args, role);
}

/** The page of the list that the address asks for; the last one where it names one beyond the end. */
export async function loadList<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { request }: Pick<RouteArgs, "request">,
  portal: Portal,
): Promise<ListView<Key, More>> {
  const state = readListState(request.url, shapeOf(list));
  const found = await ask(list, portal, state);
  if (found.isWhole) return showItems(list, { request }, portal, found.items);
  const last = Math.max(1, Math.ceil(found.totalCount / state.size));
  if (state.page <= last) return viewOf(list, portal, state, found);
  const clamped = { ...state, page: last };
  return viewOf(list, portal, clamped, await ask(list, portal, clamped));
}

/** The same for items that are part of something else, e.g. the lines of an invoice. */
export function showItems<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { request }: Pick<RouteArgs, "request">,
  portal: Pick<Portal, "account">,
  items: readonly Item[],
): ListView<Key, More> {
  const shape = shapeOf(list);
  const asked = readListState(request.url, shape);
  const all = arranged(list, items, listQuery(shape, asked));
  const last = Math.max(1, Math.ceil(all.length / asked.size));
  const state = { ...asked, page: Math.min(asked.page, last) };
  const from = (state.page - 1) * state.size;
  return viewOf(list, portal, state, { items: all.slice(from, from + state.size), totalCount: all.length });
}

const EXPORT_PAGE_SIZE = 100;
/** An API that always has one more page must not keep an export going for ever. */
const EXPORT_MOST = 100_000;

/** Every item that the address asks for, in its order. */
export async function* everyItem<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  portal: Portal,
  url: string,
): AsyncGenerator<Item> {
  const state = { ...readListState(url, shapeOf(list)), size: EXPORT_PAGE_SIZE };
  for (let page = 1, sent = 0; sent < EXPORT_MOST; page += 1) {
    const { items, totalCount, isWhole } = await ask(list, portal, { ...state, page }, { fresh: true });
    yield* isWhole ? arranged(list, items, listQuery(shapeOf(list), state)) : items;
    sent += items.length;
    if (items.length === 0 || sent >= totalCount) return;
  }
}

interface Found<Item> {
  readonly items: readonly Item[];
  readonly totalCount: number;
  /** The API has no pages for it: these are all items, in no order. */
  readonly isWhole?: boolean;
}

/** One call; none with every box of the filter unticked, where nothing can match. */
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
  const isAny = filter?.allMeansAny && wanted?.length === filter.choices.length;
  if (wanted && !isAny) query.includedStatusCodes = wanted as number[];
  const answer = (await portal.api.call(
    operation,
    (operation.query ? { query } : {}) as never,
    options,
  )) as ListAnswer<Item>;
  if ("items" in answer) return answer;
  const items = filter && !isAny ? answer.filter((item) => wanted?.includes(filter.of(item))) : answer;
  return { items, totalCount: items.length, isWhole: true };
}

function viewOf<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { account }: Pick<Portal, "account">,
  state: ListState,
  { items, totalCount }: Found<Item>,
): ListView<Key, More> {
  const shape = shapeOf(list);
  const place = placeOf(shape, state);
  return {
    list: shape,
    state,
    total: totalCount,
    rows: items.map((item) => rowOf(list, item, place)),
    account: account.clientId,
  };
}

/** One item as a row, also for places other than the list: the item's own page, a search. */
export function rowOf<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  item: Item,
  place?: string,
): ListRow<Key, More> {
  const shown = list.columns.filter(({ icon }) => !icon);
  const text = Object.fromEntries(shown.map((column) => [column.key, textOf(list, column, item)]));
  const toned = shown.map((column) => [column.key, toneOf(list, column, item)]);
  return {
    key: list.keyOf(item),
    name: list.nameOf?.(item) ?? text[list.link ?? shown[0]?.key ?? ""] ?? "",
    ...(list.to ? { to: list.to(item, place) } : {}),
    ...(list.isUnread ? { unread: list.isUnread(item) } : {}),
    text: text as Record<Key, string>,
    tone: Object.fromEntries(toned.filter(([, tone]) => tone)) as Partial<Record<Key, Tone>>,
    more: list.more?.(item) as More,
  };
}

function textOf<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { status, text }: Column<Item, Key>,
  item: Item,
): string {
  if (!status) return text?.(item) ?? "";
  return statusOf(list, item)?.label ?? `Status ${list.filter?.of(item)}`;
}

function toneOf<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  { status, tone }: Column<Item, Key>,
  item: Item,
): Tone | undefined {
  return status ? (statusOf(list, item)?.tone ?? "neutral") : tone?.(item);
}

function statusOf<Item, Key extends string, More>({ filter }: List<Item, Key, More>, item: Item) {
  const code = filter?.of(item);
  return filter?.choices.find((choice) => choice.code === code);
}

/** The part of a definition that the browser needs: no function, no call. */
export function shapeOf<Item, Key extends string, More>(list: List<Item, Key, More>): ListDefinition<Key> {
  const { id, path, noun, caption, empty, emptyIcon, link, csv, defaultSort, defaultSize, sizes, search } =
    list;
  const columns = list.columns.map(({ key, label, sort, numeric, icon }) => ({
    key,
    label,
    sort,
    numeric,
    icon,
  }));
  const words = { id, path, noun, caption, empty, emptyIcon, link, csv };
  return {
    ...words,
    columns,
    defaultSort,
    defaultSize,
    sizes,
    search,
    filter: list.filter && choicesOf(list.filter),
  };
}

function choicesOf({
  choices,
  defaults,
}: {
  choices: readonly Status[];
  defaults: readonly string[];
}): ListFilter {
  const options = choices.map(({ value, label }) => ({ value, label }));
  return { name: "status", label: "Status", options, defaults };
}
