import type { IconName } from "#app/ui/icons/names.ts";

/** What a list is as far as the browser needs to know: its words, its columns, and what a person may do to it. */
export interface ListDefinition<Key extends string = string> {
  /** Unique on the page, lower case: ids are made from it, and the name of its CSV. */
  readonly id: string;
  /** The address of its page. */
  readonly path: string;
  /** What the rows are, in the plural: 'contacts'. */
  readonly noun: string;
  /** Says what the table holds. Default: the noun. */
  readonly caption?: string;
  /** There are none at all, e.g. 'You have no open tickets'. */
  readonly empty: string;
  readonly emptyIcon?: IconName;
  readonly columns: readonly ListColumn<Key>[];
  /** The column that leads to the item's own page and heads its card. Default: the first. */
  readonly link?: Key;
  /** False where there is no CSV of it. `told`: where it can't be had, a message on this page says so. */
  readonly csv?: false | "told";
  /** A sortable column's key; `-` before it sorts descending. */
  readonly defaultSort: Key | `-${Key}`;
  readonly defaultSize: number;
  /** Choices of rows a page; one or none hides the choice. */
  readonly sizes?: readonly number[];
  readonly search?: ListSearch;
  readonly filter?: ListFilter;
}

export interface ListColumn<Key extends string = string> {
  readonly key: Key;
  /** Plain words, also on cards. */
  readonly label: string;
  /** The API's name in `sortBy`; without it the column can't be sorted. */
  readonly sort?: string;
  /** Money and counts: to the right. */
  readonly numeric?: boolean;
  /** What the row offers to do; the head is for screen readers. */
  readonly icon?: IconName;
}

export interface ListSearch {
  /** The box's label, e.g. 'Search Locations'. */
  readonly label: string;
  readonly placeholder?: string;
  /** How long after the last key press the search begins; only with scripts. */
  readonly delayMs: number;
  /** Default 3: shorter keywords are not searched for. */
  readonly minLength?: number;
}

export interface ListFilter {
  /** In the address, e.g. 'status'. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** In force while the address names none. */
  readonly defaults: readonly string[];
}

/** Where a person is in a list; made of the address alone. */
export interface ListState {
  /** As typed, trimmed; may be too short to search for. */
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly page: number;
  readonly size: number;
  /** The values in force; empty means that the person ticked none, and nothing matches. */
  readonly filter: readonly string[];
  /** Of the address, but not of this list: its links and forms carry it along. */
  readonly carried?: readonly (readonly [name: string, value: string])[];
}

/** Characters of a keyword, unless the list says otherwise. */
export const SEARCH_MIN_LENGTH = 3;
const LONGEST_SEARCH = 100;
const LAST_PAGE = 1_000_000;

/** The state that an address asks for. Unknown, broken and hostile values fall back to the defaults. */
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

/** What the API is asked for: page, size, `sortBy: 'fullName ASC'` and the keyword if there is one. */
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

/** The keyword that is searched for: none while it is shorter than the minimum. */
function searchedFor(list: ListDefinition, { search }: ListState): string {
  return isTooShort(list, search) ? "" : search;
}

/** True for a keyword that is there but has fewer characters than the list asks for. */
export function isTooShort(list: ListDefinition, search: string): boolean {
  return search !== "" && search.length < (list.search?.minLength ?? SEARCH_MIN_LENGTH);
}

/** The address, from `?` on, of the list with some of its state changed; a new state begins on its first page. */
export function listHref(list: ListDefinition, state: ListState, changes: Partial<ListState> = {}): string {
  const pairs = statePairs(list, { ...state, page: 1, ...changes });
  const text = new URLSearchParams(pairs).toString();
  // A lone '?' is the page without any state; an empty address would keep the present one.
  return `?${text}`;
}

/** The state as names and values of the address; what is at its default is left out. */
export function statePairs(list: ListDefinition, state: ListState): [string, string][] {
  const sort = `${state.descending ? "-" : ""}${state.sort}`;
  const pairs: [string, string][] = [];
  if (state.search !== "") pairs.push(["search", state.search]);
  if (sort !== list.defaultSort) pairs.push(["sort", sort]);
  if (state.size !== list.defaultSize) pairs.push(["size", String(state.size)]);
  if (list.filter && !isSame(state.filter, list.filter.defaults)) {
    const { name } = list.filter;
    // An empty value stands for 'none ticked', which is no default.
    const values = state.filter.length > 0 ? state.filter : [""];
    pairs.push(...values.map((value): [string, string] => [name, value]));
  }
  if (state.page > 1) pairs.push(["page", String(state.page)]);
  return [...pairs, ...(state.carried ?? []).map(([name, value]): [string, string] => [name, value])];
}

/** What a list within a form sends in place of an address when one of its selects was used. */
export const CHOSEN = "chosen";

/** The address, from `?` on, that the selects of a list within a form ask for; it begins on the first page. */
export function hrefOfChoices(list: ListDefinition, form: FormData): string {
  const chosen = ["sort", "size"].map((name) => [name, String(form.get(name) ?? "")]);
  return listHref(list, readListState(`?${new URLSearchParams(chosen)}`, list));
}

/** True when something narrows the list: then 'none' means 'none match'. */
export function isNarrowed(list: ListDefinition, state: ListState): boolean {
  return searchedFor(list, state) !== "" || !isSame(state.filter, list.filter?.defaults ?? []);
}

/** A keyword as lists look for it: blanks and characters without a sign are one space, and it has an end. */
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
