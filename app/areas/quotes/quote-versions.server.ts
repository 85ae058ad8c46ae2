import { formatMoney } from "#app/ui/format.ts";
import { plainText } from "#shared/html.server.ts";
import { maximum, textLength } from "#shared/limits.ts";
import { sumOfMoney } from "#shared/portal-api/invoices.ts";
import { versions, type Quote, type QuoteItem, type Version } from "#shared/portal-api/quotes.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";

/** A quote's versions: those with a total or lines or, failing that, as many as it says it has. Totals are as the API formats them; '' for none. */
export function versionTotals(quote: Quote) {
  const all = versions.map((version) => {
    const [label, total] = [`Version ${version}`, quote[`valueV${version}Label`].trim()];
    const text = [label, total].filter(Boolean).join(", ");
    const inSentence = text.replace("Version", "version");
    return { version, label, total, text, inSentence, split: recurringSplit(quote, version) };
  });
  const known = all.filter(({ version, total }) => total || quote.items.some((item) => item[`v${version}`]));
  return known.length > 0 ? known : all.slice(0, Number(quote.versionsCount) || 0);
}

/** The version with this number, from a form or the URL, or the only version. */
export function findVersion(quote: Quote, number: unknown) {
  const totals = versionTotals(quote);
  return totals.length === 1 ? totals[0] : totals.find(({ version }) => String(version) === number);
}

/** What's one-off and what recurs: '£100.00 one-off, £36.50 recurring'. Undefined if nothing recurs, or the amounts don't add up. */
function recurringSplit(quote: Quote, version: Version): string | undefined {
  const items = quote.items.filter((item) => item[`v${version}`]);
  const sum = formatSum(items);
  if (sum === undefined || sum !== quote[`valueV${version}Label`].trim()) return undefined;
  const recurring = items.filter((item) => item.recurring);
  if (recurring.length === 0) return undefined;
  const once = items.filter((item) => !item.recurring);
  const parts = [once.length > 0 && `${formatSum(once)} one-off`, `${formatSum(recurring)} recurring`];
  return parts.filter(Boolean).join(", ");
}

/** Compares a quote's versions: a row for each item that only some of them have, and one for all the shared items. */
export async function compareVersions(quote: Quote) {
  const columns = versionTotals(quote);
  const isIn = (item: QuoteItem) => columns.map(({ version }) => item[`v${version}`]);
  const sharedItems = quote.items.filter((item) => isIn(item).every(Boolean));
  const differingItems = quote.items.filter((item) => isIn(item).some(Boolean) && !isIn(item).every(Boolean));
  // We don't load items beyond `maximum.rows`, so we don't know the total.
  const sharedTotal = quote.items.length > maximum.rows ? undefined : formatSum(sharedItems);
  return {
    columns,
    differing: await mapYielding(differingItems.slice(0, maximum.lines), (item) => ({
      description: plainText(item.description, textLength.row),
      cells: isIn(item).map((isContained) => (isContained ? formatMoney(item.total) : "")),
    })),
    differingCount: differingItems.length,
    shared: {
      count: sharedItems.length,
      total: sharedTotal,
      descriptions: await mapYielding(sharedItems.slice(0, maximum.lines), ({ description }) =>
        plainText(description, textLength.row),
      ),
    },
  };
}

/** The formatted total; undefined if an item's total isn't a number. */
function formatSum(items: readonly QuoteItem[]): string | undefined {
  const totals = items.map(({ total }) => total).filter((total) => typeof total === "number");
  return totals.length === items.length ? formatMoney(sumOfMoney(totals)) : undefined;
}
