import { listHref, readListState, type ListDefinition, type ListState } from "./define-list.ts";

export const PLACE = "list";

/** A place in a list, such as 'search=po&page=2'; undefined for its beginning. */
export function placeOf(list: ListDefinition, state: ListState): string | undefined {
  return listHref(list, state, { page: state.page }).slice(1) || undefined;
}

/** The place that a page's address names, as far as the list understands it. */
export function placeIn(list: ListDefinition, url: string): string | undefined {
  const named = new URL(url).searchParams.get(PLACE);
  return named === null ? undefined : placeOf(list, readListState(`?${named}`, list));
}

export function listAt(address: string, place: string | undefined): string {
  return place === undefined ? address : `${address}?${place}`;
}

/** The address of the list with the search and page that the person came from. */
export function backTo(list: ListDefinition, url: string): string {
  return listAt(list.path, placeIn(list, url));
}

/** The address of the list that is shown beside this page, with the same search and page. */
export function listWith(list: ListDefinition, url: string): string {
  return listAt(list.path, placeOf(list, readListState(url, list)));
}
