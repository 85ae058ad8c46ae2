import { listQueryString, readListState, type ListDefinition, type ListState } from "./list-state.ts";

export const LIST_PLACE_PARAM = "list";

/** The state of a list as a query string without '?', e.g. 'search=po&page=2'; undefined for the default state. */
export function listPlaceOf(list: ListDefinition, state: ListState): string | undefined {
  return listQueryString(list, state, { page: state.page }).slice(1) || undefined;
}

/** The state in the `list` parameter of an item's URL, by which the item's page links back; unknown parts are dropped. */
export function readListPlace(list: ListDefinition, url: string): string | undefined {
  const place = new URL(url).searchParams.get(LIST_PLACE_PARAM);
  return place === null ? undefined : listPlaceOf(list, readListState(`?${place}`, list));
}

export function urlWithQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : `${url}?${query}`;
}

/** The list's URL with the state from which the user opened the item at `url`. */
export function previousListUrl(list: ListDefinition, url: string): string {
  return urlWithQuery(list.path, readListPlace(list, url));
}

/** The list's URL with the state in the query of `url`, the page of an item that also shows the list. */
export function currentListUrl(list: ListDefinition, url: string): string {
  return urlWithQuery(list.path, listPlaceOf(list, readListState(url, list)));
}
