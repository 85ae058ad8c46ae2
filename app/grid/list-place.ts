import { listHref, readListState, type ListDefinition, type ListState } from "./define-list.ts";

export const PLACE = "list";

/** A list's state as a query string such as 'search=po&page=2', or undefined for the default state. */
export function placeOf(list: ListDefinition, state: ListState): string | undefined {
  return listHref(list, state, { page: state.page }).slice(1) || undefined;
}

/** The place in the `list` parameter of an address, without what the list does not know. */
export function placeIn(list: ListDefinition, url: string): string | undefined {
  const place = new URL(url).searchParams.get(PLACE);
  return place === null ? undefined : placeOf(list, readListState(`?${place}`, list));
}

export function listAt(address: string, place: string | undefined): string {
  return place === undefined ? address : `${address}?${place}`;
}

/** The address of the list, with the search and page from which the user opened the item at `url`. */
export function backTo(list: ListDefinition, url: string): string {
  return listAt(list.path, placeIn(list, url));
}

/** The list's own address, with the state that the list beside the page at `url` has. */
export function listWith(list: ListDefinition, url: string): string {
  return listAt(list.path, placeOf(list, readListState(url, list)));
}
