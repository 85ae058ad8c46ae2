import { listQueryString, readListState, type ListDefinition, type ListState } from "./list-state.ts";

export const LIST_QUERY_PARAM = "list";

/** A list's state as a query string such as 'search=po&page=2', or undefined for the default state. */
export function toListQuery(list: ListDefinition, state: ListState): string | undefined {
  return listQueryString(list, state, { page: state.page }).slice(1) || undefined;
}

/** The place in the `list` parameter of an address, without what the list does not know. */
export function readListQuery(list: ListDefinition, url: string): string | undefined {
  const place = new URL(url).searchParams.get(LIST_QUERY_PARAM);
  return place === null ? undefined : toListQuery(list, readListState(`?${place}`, list));
}

export function urlWithListQuery(address: string, place: string | undefined): string {
  return place === undefined ? address : `${address}?${place}`;
}

/** The address of the list, with the search and page from which the user opened the item at `url`. */
export function previousListUrl(list: ListDefinition, url: string): string {
  return urlWithListQuery(list.path, readListQuery(list, url));
}

/** The URL of the list, with the state in the query of `url`: that of a page which shows the list beside it. */
export function currentListUrl(list: ListDefinition, url: string): string {
  return urlWithListQuery(list.path, toListQuery(list, readListState(url, list)));
}
