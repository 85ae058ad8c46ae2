import type { z } from "zod";
import type { Portal } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import type { Option } from "#app/ui/select.tsx";
import type { Tone } from "#app/ui/tone.ts";
import type { Config } from "#server/config.ts";
import { textLength } from "#shared/limits.ts";
import type { ListRequest } from "#shared/portal-api/list-request.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { cutText, toText } from "#shared/portal-api/shapes.ts";
import {
  offeredColumns,
  previousListUrl,
  readListPlace,
  type ListColumn,
  type ListDefinition,
} from "./list-state.ts";

/** One page of a list, or an array of all items if the API doesn't page. */
export type ListAnswer<Item> =
  | (readonly Item[] & { readonly totalCount?: number })
  | { readonly items: readonly Item[]; readonly totalCount: number };

interface Column<Item, Key extends string> extends Omit<ListColumn<Key>, "isFile"> {
  /** Default: the field named in `sort`, as text. */
  readonly text?: (item: Item) => string;
  /** An ISO 8601 date, shown as a London day unless there's a `text`, and sorted by time. */
  readonly date?: (item: Item) => string;
  /** The text is sanitised HTML. */
  readonly html?: true;
  /** Replaces the text in the CSV. */
  readonly csv?: (item: Item) => string | number;
  readonly tone?: (item: Item) => Tone | undefined;
  /** Text and tone come from the list's filter choices. */
  readonly status?: true;
  /** The address of the file that an icon column links to; undefined if the item has none. Default: the item's own page. */
  readonly file?: (item: Item) => string | undefined;
  /** The sort key if the portal sorts rather than the API. Default: the text. */
  readonly order?: (item: Item) => string | number;
}

/** Every column must say where its content comes from. */
type ContentSource<Item> =
  | { readonly text: (item: Item) => string }
  | { readonly date: (item: Item) => string }
  | { readonly sort: keyof NoInfer<Item> }
  | { readonly status: true }
  | { readonly icon: IconName };

/** Defines a list, its page and its CSV. See docs/kits.md. */
export interface List<Item, Key extends string = string, RowData = unknown> extends ListDefinition<Key> {
  /** The role that someone needs to see the list. Default: none. */
  readonly role?: RoleName;
  readonly operation?: Operation<
    undefined,
    z.ZodType<unknown, ListRequest> | undefined,
    undefined,
    z.ZodType<ListAnswer<Item>>
  >;
  readonly query?: Partial<ListRequest>;
  readonly filter?: {
    /** The item's status code. */
    readonly codeOf: (item: Item) => number | string;
    readonly choices: readonly (Option & { readonly code: number | string; readonly tone: Tone })[];
    readonly defaults: readonly string[];
    /** If all choices are ticked, we don't send the API a filter, so that the list includes items with an unknown status. */
    readonly includesUnknownIfAllTicked?: true;
  };
  /** A choice that the API doesn't have: the portal loads the chosen option's items. `totalCount` includes those it didn't load. */
  readonly scope?: ListDefinition["scope"] & {
    /** Not for a page that loads its items itself, for showItems. */
    readonly load?: (
      portal: Portal,
      value: string,
    ) => Promise<readonly Item[] & { readonly totalCount?: number }>;
  };
  readonly columns: readonly (Column<Item, Key> & ContentSource<Item>)[];
  readonly csvColumns?: readonly { readonly label: string; readonly text: (item: Item) => string | number }[];
  /** The text to search if the portal searches rather than the API, one line per field. Default: all the columns' texts. */
  readonly searchText?: (item: Item) => string;
  /** All words of a keyword must be in the same field. */
  readonly searchesEachField?: true;
  /** Searches for keywords that the API doesn't understand, e.g. a month. If it returns undefined, the API searches. */
  readonly specialSearch?: (portal: Portal, keyword: string) => Promise<readonly Item[]> | undefined;
  readonly keyOf: (item: Item) => string;
  readonly nameOf?: (item: Item) => string;
  /** The URL of the item's page. `place` is the list's state, so that the page can link back to it. */
  readonly to?: (item: Item, place: string | undefined) => string;
  readonly isUnread?: (item: Item) => boolean;
  /** Additional row data for the page's own cells. */
  readonly rowData?: (item: Item) => RowData;
}

type Defaulted = "noun" | "defaultSize";

/** The list's noun is its id, and its default size 8. A list that sets the size only offers other sizes if it has `sizes`. */
export function defineList<Item, const Key extends string, RowData = undefined>(
  list: Omit<List<Item, Key, RowData>, Defaulted> & Partial<Pick<List<Item>, Defaulted>>,
): List<Item, Key, RowData> {
  const sizes = list.defaultSize === undefined ? [8, 20, 50, 100] : undefined;
  return { noun: list.id, defaultSize: 8, sizes, ...list };
}

/** The list without columns for parts that this provider doesn't offer. Without its status column, it has no filter. */
export function offeredList<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  config: Pick<Config, "absent">,
): List<Item, Key, RowData> {
  const columns = offeredColumns(list.columns, config);
  const isStatusAbsent = list.columns.some((column) => column.status && !columns.includes(column));
  return { ...list, columns, filter: isStatusAbsent ? undefined : list.filter };
}

export interface ListRow<Key extends string = string, RowData = unknown> {
  readonly key: string;
  readonly name: string;
  readonly to?: string;
  readonly unread?: boolean;
  readonly text: Readonly<Record<Key, string>>;
  readonly tone: Readonly<Partial<Record<Key, Tone>>>;
  /** The addresses of the item's files by column key. */
  readonly files?: Readonly<Partial<Record<Key, string>>>;
  readonly rowData: RowData;
}

export type RowOf<L> = L extends List<infer _, infer Key, infer RowData> ? ListRow<Key, RowData> : never;

export function toListRow<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  item: Item,
  place?: string,
  maxLength: number = textLength.row,
): ListRow<Key, RowData> {
  const textColumns = list.columns.filter(({ icon }) => !icon);
  const displayText = (column: Column<Item, Key>) => {
    const text = cellText(list, column, item);
    return column.html ? text : cutText(text, maxLength);
  };
  const text = Object.fromEntries(textColumns.map((column) => [column.key, displayText(column)]));
  const files = list.columns.flatMap(({ key, file }) => {
    const address = file?.(item);
    return address === undefined ? [] : [[key, address] as const];
  });
  const tones = textColumns.map(({ key, status, tone }) => [
    key,
    status ? (statusOf(list, item)?.tone ?? "neutral") : tone?.(item),
  ]);
  const name = list.nameOf?.(item) ?? text[list.link ?? textColumns[0]?.key ?? ""] ?? "";
  return {
    key: list.keyOf(item),
    name: cutText(name, textLength.title),
    ...(list.to ? { to: list.to(item, place) } : {}),
    ...(files.length > 0 ? { files: Object.fromEntries(files) as Partial<Record<Key, string>> } : {}),
    ...(list.isUnread ? { unread: list.isUnread(item) } : {}),
    text: text as Record<Key, string>,
    tone: Object.fromEntries(tones.filter(([, tone]) => tone)) as Partial<Record<Key, Tone>>,
    rowData: list.rowData?.(item) as RowData,
  };
}

export function cellText<Item>(
  list: List<Item>,
  { status, text, date, sort }: Column<Item, string>,
  item: Item,
): string {
  if (text) return text(item);
  if (date) return formatDate(date(item)) ?? "";
  if (!status) return toText((item as Readonly<Record<string, unknown>>)[sort ?? ""]).trim();
  const code = String(list.filter?.codeOf(item) ?? "");
  return statusOf(list, item)?.label ?? (/^-?\d/.test(code) ? `Status ${code}` : code);
}

/** The filter's option for the item's status; undefined for an unknown status. */
export function statusOf<Item>({ filter }: Pick<List<Item>, "filter">, item: Item) {
  const code = filter?.codeOf(item);
  return filter?.choices.find((choice) => choice.code === code);
}

/** What a list's page needs in the browser. */
export function toListDefinition<Item, Key extends string>(list: List<Item, Key>): ListDefinition<Key> {
  const { id, path, noun, caption, empty, emptyIcon, link } = list;
  const { onPhone, csv, defaultSort, defaultSize, sizes, search, filter, scope } = list;
  return {
    ...{ id, path, noun, caption, empty, emptyIcon, link },
    ...{ onPhone, csv, defaultSort, defaultSize, sizes, search },
    columns: list.columns.map(({ key, label, sort, numeric, icon, file, part }) => ({
      ...{ key, label, sort, numeric, icon, part },
      isFile: file && true,
    })),
    filter: filter && {
      choices: filter.choices.map(({ value, label }) => ({ value, label })),
      defaults: filter.defaults,
    },
    scope: scope && { name: scope.name, label: scope.label, options: scope.options },
  };
}

/** The row for an item's page at `url`, with full texts, and the link back to its place in the list. */
export function rowInList<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  item: Item,
  url: string,
) {
  return {
    list: toListDefinition(list),
    row: toListRow(list, item, readListPlace(list, url), textLength.message),
    backTo: previousListUrl(list, url),
  };
}
