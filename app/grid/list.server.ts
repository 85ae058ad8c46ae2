import type { z } from "zod";
import type { Operation } from "#app/portal-api/operation.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import type { RoleName } from "#app/request/roles.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import type { Tone } from "#app/ui/tone.ts";
import type { ListDefinition, ListFilter } from "./define-list.ts";

/** A page of a list, or all of its items where the API has no paging for it. */
export type ListAnswer<Item> =
  readonly Item[] | { readonly items: readonly Item[]; readonly totalCount: number };

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

/** The rows of a list, by the type of its definition. */
export type RowOf<L> = L extends List<infer _, infer Key, infer More> ? ListRow<Key, More> : never;

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

export function textOf<Item, Key extends string, More>(
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
