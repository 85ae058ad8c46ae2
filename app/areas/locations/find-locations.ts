import type { ListQuery } from "#app/grid/load-list.ts";
import type { Address } from "#app/portal-api/addresses.ts";
import { toLocationRow } from "./location-row.ts";

const alphabet = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

/**
 * One page of the account's locations. The API answers all of them (spec 1 §7), so searching, sorting and paging
 * are done here, by the query that a list would send.
 */
export function findLocations(
  all: readonly Address[],
  { searchKeyword = "", sortBy, pageNumber, pageSize }: ListQuery,
): { items: readonly Address[]; totalCount: number } {
  const words = plain(searchKeyword).split(/\s+/);
  const found = all.filter((address) => {
    const text = searchable(address);
    return words.every((word) => text.includes(word));
  });
  const sorted = found.sort(comparison(sortBy));
  const from = (pageNumber - 1) * pageSize;
  return { items: sorted.slice(from, from + pageSize), totalCount: found.length };
}

/** Everything a person may look for, and the postcode once more as it is typed in a hurry. */
function searchable({ searchField, line1, line2, town, county, postCode, notes }: Address): string {
  const own = [line1, line2, town, county, postCode, notes].filter(Boolean).join(" ");
  return plain(`${searchField ?? ""} ${own} ${postCode?.replace(/\s/g, "") ?? ""}`);
}

function comparison(sortBy: string): (one: Address, other: Address) => number {
  const [field = "address", direction] = sortBy.split(" ");
  const sign = direction === "DESC" ? -1 : 1;
  const key = field === "postCode" ? "postCode" : "address";
  return (one, other) => {
    const [a, b] = [toLocationRow(one), toLocationRow(other)];
    return sign * alphabet.compare(a[key], b[key]) || alphabet.compare(a.address, b.address);
  };
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();
