import { versions, type Quote, type QuoteItem, type Version } from "#app/portal-api/quotes.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import { formatMoney } from "#app/ui/format.ts";
import { plainText } from "#app/ui/html.server.ts";

/** What each version of a quote comes to, in the API's words; versions without a value are left out. */
export function totalsOf(quote: Quote) {
  return versions
    .map((version) => ({ version, label: `Version ${version}`, total: quote[`valueV${version}Label`] }))
    .filter(({ total }) => total.trim() !== "");
}

/** What sets the versions of a quote apart: a row for each item that some have, and one for what all have. */
export function compareVersions(quote: Quote) {
  const columns = totalsOf(quote);
  const isIn =
    (item: QuoteItem) =>
    ({ version }: { version: Version }) =>
      item[`v${version}`];
  const inAll = quote.items.filter((item) => columns.every(isIn(item)));
  const inSome = quote.items.filter((item) => !inAll.includes(item) && columns.some(isIn(item)));
  const shared = sumOf(inAll);
  return {
    columns,
    differing: inSome.map((item) => ({
      description: plainText(item.description),
      cells: columns.map((column) => (isIn(item)(column) ? formatMoney(item.total) : "")),
    })),
    shared: {
      count: inAll.length,
      total: shared,
      descriptions: inAll.map(({ description }) => plainText(description)),
    },
  };
}

/** Undefined where a total is no number. */
function sumOf(items: readonly QuoteItem[]): string | undefined {
  const totals = items.map(({ total }) => total).filter((total) => typeof total === "number");
  return totals.length === items.length ? formatMoney(sumOfMoney(totals)) : undefined;
}
