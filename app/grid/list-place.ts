import { listHref, readListState, type ListDefinition, type ListState } from "./define-list.ts";

export const LIST_PLACE_PARAM = "list";

/** A list's state as a query string such as 'search=po&page=2', or undefined for the default state. */
export function toListPlace(list: ListDefinition, state: ListState): string | undefined {
  return listHref(list, state, { page: state.page }).slice(1) || undefined;
}

/** The place in the `list` parameter of an address, without what the list does not know. */
export function readListPlace(list: ListDefinition, url: string): string | undefined {
  const place = new URL(url).searchParams.get(LIST_PLACE_PARAM);
  return place === null ? undefined : toListPlace(list, readListState(`?${place}`, list));
}

export function addressWithPlace(address: string, place: string | undefined): string {
  return place === undefined ? address : `${address}?${place}`;
}

/** The address of the list, with the search and page from which the user opened the item at `url`. */
export function previousListAddress(list: ListDefinition, url: string): string {
  return addressWithPlace(list.path, readListPlace(list, url));
}

/** The list's own address, with the state that the list beside the page at `url` has. */
export function currentListAddress(list: ListDefinition, url: string): string {
  return addressWithPlace(list.path, toListPlace(list, readListState(url, list)));
}
