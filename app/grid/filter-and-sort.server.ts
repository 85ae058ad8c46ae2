import { collator } from "#shared/portal-api/collator.ts";
import type { ListRequest } from "#shared/portal-api/list-request.ts";
import { keywordMatcher } from "#shared/portal-api/search-text.ts";
import { parseMoment } from "#shared/time/moment.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import { cellText, type List } from "./define-list.server.ts";

/** Filters items by keyword and sorts them, just as the API does for lists that it pages. */
export async function filterAndSort<Item>(
  list: List<Item>,
  items: readonly Item[],
  { searchKeyword = "", sortBy = "" }: ListRequest,
): Promise<readonly Item[]> {
  const { columns } = list;
  const [name, direction] = sortBy.split(" ");
  const column = columns.find(({ sort }) => sort === name);
  const sign = direction === "DESC" ? -1 : 1;
  const columnTexts = (item: Item) => columns.map((each) => cellText(list, each, item)).join("\n");
  const { searchText = columnTexts } = list;
  const matcher = keywordMatcher(searchKeyword);
  const matches = (item: Item) =>
    list.searchesEachField ? searchText(item).split("\n").some(matcher) : matcher(searchText(item));
  const sortValue = (item: Item) => {
    // Without a date it comes last, in either direction.
    if (column?.date) return parseMoment(column.date(item))?.getTime() ?? sign * Infinity;
    const value = column?.order?.(item) ?? (column ? cellText(list, column, item) : "");
    return typeof value === "string" ? value.slice(0, MAX_SORT_LENGTH) : value;
  };
  const itemsWithKeys: { readonly item: Item; readonly key: number | string }[] = [];
  const yieldIfDue = yielder();
  for (const item of items) {
    await yieldIfDue();
    if (searchKeyword === "" || matches(item)) itemsWithKeys.push({ item, key: sortValue(item) });
  }
  itemsWithKeys.sort((a, b) => sign * compare(a.key, b.key));
  return itemsWithKeys.map(({ item }) => item);
}

/** Limits how long comparing two long texts can take. */
const MAX_SORT_LENGTH = 100;

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}
