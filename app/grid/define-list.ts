import { offers } from "#app/document/offers.ts";
import type { IconName } from "#app/ui/icons/names.ts";
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
  /** The column that leads to the item's own page and heads its card. Default: the first. */
  readonly link?: Key;
  /** `or-redirect-back`: where it can't be had, a message on the list's page says so. */
  readonly csv?: false | "or-redirect-back";
  readonly defaultSort: Key | `-${Key}`;
  readonly defaultSize: number;
  readonly sizes?: readonly number[];
  readonly search?: {
    readonly label: string;
    readonly placeholder?: string;
    readonly delayMs: number;
    readonly minLength?: number;
  };
  readonly filter?: ListFilter;
}

export interface ListColumn<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  /** The API's name in `sortBy`; without it the column can't be sorted. */
  readonly sort?: string;
  readonly numeric?: boolean;
  /** A link to the item; the label says what it does, e.g. 'Edit'. */
  readonly icon?: IconName;
  /** The icon leads to a file of the item; the label names it, e.g. 'Letter'. */
  readonly isFile?: boolean;
  /** Where the provider does not bring this part, the list is one without the column. */
  readonly part?: Part;
}

interface ListFilter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly defaults: readonly string[];
}

export interface ListState {
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly page: number;
  readonly size: number;
  /** Empty: the person ticked none, and nothing matches. */
  readonly filter: readonly string[];
  /** Other parts of the address, which the list's links and forms carry along. */
  readonly carried?: readonly (readonly [name: string, value: string])[];
}

/** The columns whose parts this provider brings. */
export function offeredColumns<Column extends Pick<ListColumn, "part">>(
  columns: readonly Column[],
  config: Pick<Config, "absent">,
): Column[] {
  return columns.filter(({ part }) => part === undefined || offers(config, part));
}

export const SEARCH_MIN_LENGTH = 3;
const LONGEST_SEARCH = 100;
const LAST_PAGE = 1_000_000;

/** '1 more is', '1,500 more are'. */
export const moreAre = (count: number) =>
  count === 1 ? "1 more is" : `${count.toLocaleString("en-GB")} more are`;

/** The state that an address asks for; unknown and broken values fall back to the defaults. */
export function readListState(url: string | URL, list: ListDefinition): ListState {
  const { searchParams } = new URL(url, "http://list.invalid");
  const page = Number(searchParams.get("page"));
  const size = Number(searchParams.get("size"));
  return {
    search: list.search ? readKeyword(searchParams.get("search")) : "",
    ...readSort(searchParams.get("sort") ?? "", list),
    page: Number.isInteger(page) && page > 0 && page <= LAST_PAGE ? page : 1,
    size: list.sizes?.includes(size) ? size : list.defaultSize,
    filter: readFilter(searchParams, list),
  };
}

export function listQuery(list: ListDefinition, state: ListState) {
  const field = list.columns.find(({ key }) => key === state.sort)?.sort ?? state.sort;
  const keyword = searchedFor(list, state);
  return {
    pageNumber: state.page,
    pageSize: state.size,
    sortBy: `${field} ${state.descending ? "DESC" : "ASC"}`,
    ...(keyword === "" ? {} : { searchKeyword: keyword }),
  };
}

function searchedFor(list: ListDefinition, { search }: ListState): string {
  return isTooShort(list, search) ? "" : search;
}

/** True for a keyword with fewer characters than the list asks for; false for none. */
export function isTooShort(list: ListDefinition, search: string): boolean {
  return search !== "" && search.length < (list.search?.minLength ?? SEARCH_MIN_LENGTH);
}

/** The address, from `?` on, of the list with some of its state changed; by default on the first page. */
export function listHref(list: ListDefinition, state: ListState, changes: Partial<ListState> = {}): string {
  const pairs = statePairs(list, { ...state, page: 1, ...changes });
  // '?' alone clears the query; an empty address would keep the present one.
  return `?${new URLSearchParams(pairs)}`;
}

/** The state as names and values of the address, without defaults. */
export function statePairs(list: ListDefinition, state: ListState): [string, string][] {
  const sort = `${state.descending ? "-" : ""}${state.sort}`;
  const pairs: [string, string][] = [];
  if (state.search !== "") pairs.push(["search", state.search]);
  if (sort !== list.defaultSort) pairs.push(["sort", sort]);
  if (state.size !== list.defaultSize) pairs.push(["size", String(state.size)]);
  if (list.filter && !isSame(state.filter, list.filter.defaults)) {
    const { name } = list.filter;
    // An empty value says that none is ticked.
    const values = state.filter.length > 0 ? state.filter : [""];
    pairs.push(...values.map((value): [string, string] => [name, value]));
  }
  if (state.page > 1) pairs.push(["page", String(state.page)]);
  return [...pairs, ...(state.carried ?? []).map(([name, value]): [string, string] => [name, value])];
}

/** Sent in place of an address by a list's selects inside a form. */
export const CHOSEN = "chosen";

/** The address, from `?` on, that the selects of a list inside a form ask for. */
export function hrefOfChoices(list: ListDefinition, form: FormData): string {
  const chosen = ["sort", "size"].map((name) => [name, String(form.get(name) ?? "")]);
  return listHref(list, readListState(`?${new URLSearchParams(chosen)}`, list));
}

export function isNarrowed(list: ListDefinition, state: ListState): boolean {
  return searchedFor(list, state) !== "" || !isSame(state.filter, list.filter?.defaults ?? []);
}

/** A keyword without control characters and needless blanks, 100 characters at most. */
export function readKeyword(typed: string | null): string {
  const shown = (typed ?? "").replace(/[\p{Cc}\p{Cf}]/gu, " ");
  return shown.replace(/\s+/g, " ").trim().slice(0, LONGEST_SEARCH).trim();
}

function readSort(wanted: string, { columns, defaultSort }: ListDefinition) {
  const isKnown = columns.some(({ key, sort }) => sort !== undefined && key === wanted.replace(/^-/, ""));
  const sort = isKnown ? wanted : defaultSort;
  return { sort: sort.replace(/^-/, ""), descending: sort.startsWith("-") };
}

function readFilter(params: URLSearchParams, { filter }: ListDefinition): readonly string[] {
  if (!filter) return [];
  const given = params.getAll(filter.name);
  const known = filter.options.map(({ value }) => value).filter((value) => given.includes(value));
  const isExplicit = known.length > 0 || given.some((value) => value === "");
  return isExplicit ? known : filter.defaults;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
