import { listHref, type ListState, readListState } from "../../grid/define-list.ts";
import { paths } from "../../paths.ts";
import { invoicesList } from "./invoices-list.ts";

/** The part of a breakdown's address that says where in the list it was opened from. */
export const PLACE = "list";

/** 'search=po&page=2': a place in the list, as the list's own address writes it; undefined for where it begins. */
export function placeOf(state: ListState): string | undefined {
  return listHref(invoicesList, state, { page: state.page }).slice(1) || undefined;
}

/** The place that a breakdown's address names: nothing but what the list itself would read in it comes through. */
export function placeIn(url: string): string | undefined {
  const named = new URL(url).searchParams.get(PLACE);
  return named === null ? undefined : placeOf(readListState(`?${named}`, invoicesList));
}

/** The list at this place. */
export function listAt(place: string | undefined): string {
  return place === undefined ? paths.invoices() : `${paths.invoices()}?${place}`;
}
