import { collator } from "#app/portal-api/collator.ts";
import type { ListRequest } from "#app/portal-api/shapes.ts";
import { yielder } from "#app/time/yielding.server.ts";
import { cellText, type List } from "./define-list.server.ts";

/** Filters by keyword and sorts items as the API does for the lists that it pages. */
export async function filterAndSort<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  items: readonly Item[],
  { searchKeyword = "", sortBy = "" }: ListRequest,
): Promise<readonly Item[]> {
  const { columns } = list;
  const [name, direction] = sortBy.split(" ");
  const column = columns.find(({ sort }) => sort === name);
  const sign = direction === "DESC" ? -1 : 1;
  const matches = keywordMatcher(list, searchKeyword);
  const valueOf = (item: Item) => column?.order?.(item) ?? (column ? cellText(list, column, item) : "");
  const keyed: { readonly item: Item; readonly value: number | string }[] = [];
  const yieldIfDue = yielder();
  for (const item of items) {
    await yieldIfDue();
    if (matches(item)) keyed.push({ item, value: sortKey(valueOf(item)) });
  }
  keyed.sort((one, other) => sign * compare(one.value, other.value));
  return keyed.map(({ item }) => item);
}

function keywordMatcher<Item, Key extends string, More>(list: List<Item, Key, More>, searchKeyword: string) {
  const keyword = normalize(searchKeyword);
  if (keyword === "") return () => true;
  const columnTexts = (item: Item) => list.columns.map((column) => cellText(list, column, item)).join(" ");
  const { searchText = columnTexts } = list;
  const words = list.searchWhole ? [keyword] : keyword.split(/\s+/);
  return (item: Item) => {
    const text = normalize(searchText(item));
    return words.every((word) => text.includes(word));
  };
}

/** Limits the time of comparing two long texts. */
const MAX_SORT_LENGTH = 100;
const sortKey = (value: number | string) =>
  typeof value === "string" ? value.slice(0, MAX_SORT_LENGTH) : value;

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

const normalize = (text: string) => text.normalize("NFKC").toLowerCase().trim();
