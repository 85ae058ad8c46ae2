import { maximum, textLength } from "#app/limits.ts";
import { versions, type Quote, type QuoteItem, type Version } from "#app/portal-api/quotes.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import { mapYielding } from "#app/time/breathe.server.ts";
import { formatMoney } from "#app/ui/format.ts";
import { plainText } from "#app/ui/html.server.ts";

/** What each version of a quote comes to, in the API's words; versions without a value are left out. */
export function totalsOf(quote: Quote) {
  return versions
    .map((version) => ({ version, label: `Version ${version}`, total: quote[`valueV${version}Label`] }))
    .filter(({ total }) => total.trim() !== "");
}

/** What sets the versions of a quote apart: a row for each item that some have, and one for what all have. */
export async function compareVersions(quote: Quote) {
  const columns = totalsOf(quote);
  const isIn =
    (item: QuoteItem) =>
    ({ version }: { version: Version }) =>
      item[`v${version}`];
  const inAll = quote.items.filter((item) => columns.every(isIn(item)));
  const inSome = quote.items.filter((item) => columns.some(isIn(item)) && !columns.every(isIn(item)));
  // Of more rows than were read no total is known.
  const shared = quote.items.length > maximum.rows ? undefined : sumOf(inAll);
  return {
    columns,
    differing: await mapYielding(inSome.slice(0, maximum.lines), (item) => ({
      description: plainText(item.description, textLength.row),
      cells: columns.map((column) => (isIn(item)(column) ? formatMoney(item.total) : "")),
    })),
    differingInAll: inSome.length,
    shared: {
      count: inAll.length,
      total: shared,
      descriptions: await mapYielding(inAll.slice(0, maximum.lines), ({ description }) =>
        plainText(description, textLength.row),
      ),
    },
  };
}

/** Undefined where a total is no number. */
function sumOf(items: readonly QuoteItem[]): string | undefined {
  const totals = items.map(({ total }) => total).filter((total) => typeof total === "number");
  return totals.length === items.length ? formatMoney(sumOfMoney(totals)) : undefined;
}
