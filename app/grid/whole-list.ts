import type { ListRequest } from "#app/portal-api/shapes.ts";

const alphabet = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

interface Searchable<Item> {
  readonly columns: readonly {
    readonly sort?: string;
    readonly text?: (item: Item) => string;
    readonly order?: (item: Item) => string | number;
  }[];
  readonly searchText?: (item: Item) => string;
}

/**
 * The items of a list that the API answers whole: those that hold every word of the keyword, in the order that is
 * asked for. Equal items stay in the API's order.
 */
export function arranged<Item>(
  { columns, searchText = textsOf(columns) }: Searchable<Item>,
  items: readonly Item[],
  { searchKeyword = "", sortBy = "" }: ListRequest,
): readonly Item[] {
  const words = plain(searchKeyword).split(/\s+/);
  const found = items.filter((item) => {
    const text = plain(searchText(item));
    return words.every((word) => text.includes(word));
  });
  const [name, direction] = sortBy.split(" ");
  const column = columns.find(({ sort }) => sort === name);
  const valueOf = column?.order ?? column?.text ?? (() => "");
  const sign = direction === "DESC" ? -1 : 1;
  const keyed = found.map((item) => ({ item, value: valueOf(item) }));
  keyed.sort((one, other) => sign * compare(one.value, other.value));
  return keyed.map(({ item }) => item);
}

function textsOf<Item>(columns: Searchable<Item>["columns"]): (item: Item) => string {
  return (item) => columns.map(({ text }) => text?.(item) ?? "").join(" ");
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : alphabet.compare(String(one), String(other));
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();
