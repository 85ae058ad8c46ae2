import { offers } from "#app/document/offers.ts";
import { clean } from "#app/forms/cleaning.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import type { Option } from "#app/ui/select.tsx";
import type { PhonePlace } from "#app/ui/table.tsx";
import type { Config } from "#server/config.ts";
import type { Part } from "#server/optional-parts.ts";

export interface ListDefinition<Key extends string = string> {
  readonly id: string;
  readonly path: string;
  readonly noun: string;
  readonly caption?: string;
  readonly empty: string;
  readonly emptyIcon?: IconName;
  readonly columns: readonly ListColumn<Key>[];
  /** The column with the link to the item's own page, which is also the heading of its card on phones. Default: the first. */
  readonly link?: Key;
  /** The columns that a row shows on a phone, in two lines; the others are hidden there. Default: a card with all columns. */
  readonly onPhone?: {
    /** What the item is, ending with its most important figure. */
    readonly title: NoInfer<Key>;
    readonly value?: NoInfer<Key>;
    /** The second line, in column order. */
    readonly facts: readonly NoInfer<Key>[];
  };
  /** With `or-redirect-back` a failed export shows a message on the list's page. */
  readonly csv?: false | "or-redirect-back";
  readonly defaultSort: Key | `-${Key}`;
  readonly defaultSize: number;
  readonly sizes?: readonly number[];
  readonly search?: {
    readonly label: string;
    readonly placeholder?: string;
    /** Default: {@link SEARCH_DELAY_MS}. */
    readonly delayMs?: number;
    readonly minLength?: number;
  };
  readonly filter?: {
    /** Default: 'Status'. */
    readonly label?: string;
    readonly choices: readonly Option[];
    readonly defaults: readonly string[];
  };
  /** A select beside the filter; '' means all items. */
  readonly scope?: { readonly name: string; readonly label: string; readonly options: readonly Option[] };
}

export interface ListColumn<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  /** The API's name for the field in `sortBy`. Columns without it can't be sorted. */
  readonly sort?: string;
  readonly numeric?: boolean;
  /** Makes the column an icon that links to the item; the label says what it does, e.g. 'Edit'. */
  readonly icon?: IconName;
  /** The icon links to one of the item's files; the label names it, e.g. 'Letter'. */
  readonly isFile?: boolean;
  /** The column is left out if the provider doesn't offer this part of the portal. */
  readonly part?: Part;
}

export interface ListState {
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly page: number;
  readonly size: number;
  /** Empty if nothing is ticked, so nothing matches. */
  readonly filter: readonly string[];
  /** Other query parameters that the list's links and forms keep. */
  readonly otherParams?: readonly (readonly [name: string, value: string])[];
}

/** The columns, without those for parts that this provider doesn't offer. */
export function offeredColumns<Column extends Pick<ListColumn, "part">>(
  columns: readonly Column[],
  config: Pick<Config, "absent">,
): Column[] {
  return columns.filter(({ part }) => part === undefined || offers(config, part));
}

/** Where a column's cells go on a phone; undefined if the rows are cards there. */
export function phonePlaceOf(
  { onPhone, columns }: Pick<ListDefinition, "onPhone" | "columns">,
  { key, icon }: Pick<ListColumn, "key" | "icon">,
): PhonePlace | undefined {
  if (!onPhone) return undefined;
  if (key === onPhone.title) return "title";
  if (key === onPhone.value) return "value";
  if (onPhone.facts.includes(key)) return "fact";
  const isTickColumn = !columns.some((column) => column.key === key);
  return icon || isTickColumn ? "tools" : "unseen";
}

/** The name of the filter's checkboxes. */
export const FILTER_NAME = "status";

const SEARCH_MIN_LENGTH = 3;
export const SEARCH_DELAY_MS = 300;
const MAX_KEYWORD_LENGTH = 100;
const MAX_PAGE = 1_000_000;

/** The start of a sentence: '1 more is' or '1,500 more are'. */
export const moreItemsText = (count: number) =>
  count === 1 ? "1 more is" : `${count.toLocaleString("en-GB")} more are`;

/** Reads a list's state from an address; anything unknown or invalid falls back to the default. */
export function readListState(url: string | URL, list: ListDefinition): ListState {
  const { searchParams } = new URL(url, "http://list.invalid");
  const page = Number(searchParams.get("page"));
  const size = Number(searchParams.get("size"));
  return {
    search: list.search ? readKeyword(searchParams.get("search")) : "",
    ...readSort(searchParams.get("sort") ?? "", list),
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
    size: list.sizes?.includes(size) ? size : list.defaultSize,
    filter: readFilter(searchParams.getAll(FILTER_NAME), list),
    ...readScope(searchParams, list),
  };
}

function readScope(params: URLSearchParams, { scope }: ListDefinition): Pick<ListState, "otherParams"> {
  const value = scope?.options.find((option) => option.value === params.get(scope.name))?.value;
  return scope && value ? { otherParams: [[scope.name, value]] } : {};
}

/** The chosen option of the list's scope; '' for all items. */
export function scopeOf({ scope }: Pick<ListDefinition, "scope">, { otherParams = [] }: ListState): string {
  return otherParams.find(([name]) => name === scope?.name)?.[1] ?? "";
}

/** The API request for the list's state. */
export function toListRequest(list: ListDefinition, state: ListState) {
  const field = list.columns.find(({ key }) => key === state.sort)?.sort ?? state.sort;
  const keyword = effectiveKeyword(list, state);
  return {
    pageNumber: state.page,
    pageSize: state.size,
    sortBy: `${field} ${state.descending ? "DESC" : "ASC"}`,
    // Phones type ’ where an API that compares exactly has '.
    ...(keyword === "" ? {} : { searchKeyword: keyword.normalize("NFC").replace(/[‘’]/g, "'") }),
  };
}

function effectiveKeyword(list: ListDefinition, { search }: ListState): string {
  return keywordError(search, list.search?.minLength) === undefined ? search : "";
}

/** Why we don't search for a keyword. */
export function keywordError(search: string, minLength = SEARCH_MIN_LENGTH): string | undefined {
  if (search.length > MAX_KEYWORD_LENGTH)
    return `Type no more than ${MAX_KEYWORD_LENGTH} characters to search`;
  return isTooShort(search, minLength) ? `Type at least ${minLength} characters to search` : undefined;
}

/** Whether a keyword is shorter than the list requires; an empty one isn't too short. */
export function isTooShort(search: string, minLength = SEARCH_MIN_LENGTH): boolean {
  return search !== "" && search.length < minLength;
}

/** The URL's query string, with `?`, for the state with these changes. Goes back to page 1 unless `changes` has a page. */
export function listQueryString(list: ListDefinition, state: ListState, changes: Partial<ListState> = {}) {
  const pairs = statePairs(list, { ...state, page: 1, ...changes });
  // Not '', because a link to an empty URL would keep the current query.
  return `?${new URLSearchParams(pairs)}`;
}

/** The state as query parameters, without defaults. */
export function statePairs(list: ListDefinition, state: ListState): [string, string][] {
  const sort = `${state.descending ? "-" : ""}${state.sort}`;
  const params = new URLSearchParams();
  if (state.search !== "" && state.search.length <= MAX_KEYWORD_LENGTH) params.set("search", state.search);
  if (sort !== list.defaultSort) params.set("sort", sort);
  if (state.size !== list.defaultSize) params.set("size", String(state.size));
  if (list.filter && !hasSameValues(state.filter, list.filter.defaults)) {
    // An empty value distinguishes 'nothing ticked' from 'no filter in the URL'.
    const values = state.filter.length > 0 ? state.filter : [""];
    for (const value of values) params.append(FILTER_NAME, value);
  }
  if (state.page > 1) params.set("page", String(state.page));
  for (const [name, value] of state.otherParams ?? []) params.append(name, value);
  return [...params];
}

/** The value of the submit buttons for a search or select inside a larger form. Sorting and paging buttons send a query string. */
export const LIST_SELECT_VALUE = "chosen";

/** The list's query string for the values of its search and selects inside a posted form. */
export function queryStringOfSelects(
  list: ListDefinition,
  { search, sort, size }: Readonly<Record<"search" | "sort" | "size", string>>,
): string {
  return listQueryString(list, readListState(`?${new URLSearchParams({ search, sort, size })}`, list));
}

/** Whether there's a search, or a filter other than the default. */
export function isNarrowed(list: ListDefinition, state: ListState): boolean {
  const isFiltered = !hasSameValues(state.filter, list.filter?.defaults ?? []);
  return effectiveKeyword(list, state) !== "" || isFiltered || scopeOf(list, state) !== "";
}

/** A typed keyword without control characters and repeated spaces. */
export function readKeyword(typed: string | null): string {
  return clean.line((typed ?? "").replace(/\p{Cc}/gu, " ")).replace(/\s+/g, " ");
}

function readSort(requested: string, { columns, defaultSort }: ListDefinition) {
  const isSortable = columns.some(
    ({ key, sort }) => sort !== undefined && key === requested.replace(/^-/, ""),
  );
  const sort = isSortable ? requested : defaultSort;
  return { sort: sort.replace(/^-/, ""), descending: sort.startsWith("-") };
}

function readFilter(values: readonly string[], { filter }: ListDefinition): readonly string[] {
  if (!filter) return [];
  const ticked = filter.choices.map(({ value }) => value).filter((value) => values.includes(value));
  return ticked.length > 0 || values.includes("") ? ticked : filter.defaults;
}

function hasSameValues(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((value) => second.includes(value));
}

export const LIST_PLACE_PARAM = "list";

/** A list's state as a query string without '?', e.g. 'search=po&page=2'; undefined for the default state. */
export function listPlaceOf(list: ListDefinition, state: ListState): string | undefined {
  return listQueryString(list, state, { page: state.page }).slice(1) || undefined;
}

/** The state in the `list` parameter of an item's URL, which the item's page uses to link back. Drops unknown parts. */
export function readListPlace(list: ListDefinition, url: string): string | undefined {
  const place = new URL(url).searchParams.get(LIST_PLACE_PARAM);
  return place === null ? undefined : listPlaceOf(list, readListState(`?${place}`, list));
}

export function urlWithQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : `${url}?${query}`;
}

/** The list's URL with the state from which someone opened the item at `url`. */
export function previousListUrl(list: ListDefinition, url: string): string {
  return urlWithQuery(list.path, readListPlace(list, url));
}

/** The list's URL with the state in the query of `url`, an item's page that also shows the list. */
export function currentListUrl(list: ListDefinition, url: string): string {
  return urlWithQuery(list.path, listPlaceOf(list, readListState(url, list)));
}
