import { listHref, readListState, type ListDefinition, type ListState } from "./define-list.ts";

/** The part of an address that says where in a list its page was opened from. */
export const PLACE = "list";

/** 'search=po&page=2': a place in a list, as the list's own address writes it; undefined for where it begins. */
export function placeOf(list: ListDefinition, state: ListState): string | undefined {
  return listHref(list, state, { page: state.page }).slice(1) || undefined;
}

/** The place that a page's address names: nothing but what the list itself would read in it comes through. */
export function placeIn(list: ListDefinition, url: string): string | undefined {
  const named = new URL(url).searchParams.get(PLACE);
  return named === null ? undefined : placeOf(list, readListState(`?${named}`, list));
}

/** A list's address at this place. */
export function listAt(address: string, place: string | undefined): string {
  return place === undefined ? address : `${address}?${place}`;
}

/** The list as it was left for the page of this address. */
export function backTo(list: ListDefinition, url: string): string {
  return listAt(list.path, placeIn(list, url));
}

/** The list that stands beside the page of this address, whose query is the list's. */
export function listWith(list: ListDefinition, url: string): string {
  return listAt(list.path, placeOf(list, readListState(url, list)));
}
