import { offers } from "#app/document/offers.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { paths } from "#app/paths.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { londonMonth } from "#app/portal-api/london-month.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { londonDay } from "#app/time/moment.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { withCalls } from "./invoice-files.server.ts";
import { latestMonths } from "./invoice-months.server.ts";
import { MONTHS, spendByMonth, type SpendView } from "./invoice-sums.server.ts";
import { invoicesIssued, LISTED_PAGES } from "./issued.server.ts";

/** How many of the newest invoices are checked for a file of calls; each takes one call. */
const WITH_CALLS = 12;
/** How many account numbers have their own column; more would be too narrow for a sum. */
const OWN_COLUMNS = 4;

/**
 * The charges of twelve months by account number, and the invoices with calls. Throws PortalApiError only for the
 * invoices.
 */
export async function usageView(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const account = new URL(args.request.url).searchParams.get("account")?.trim() ?? "";
  const first = latestMonths(now, MONTHS).at(-1)?.value ?? "";
  let isCut = false;
  const days = { from: `${first}-01`, to: londonDay(now) };
  const [all, summary] = await Promise.all([
    Array.fromAsync(invoicesIssued(portal, days, () => (isCut = true), LISTED_PAGES)),
    tolerate(accountSummary(portal), args),
  ]);
  const invoices = all.filter(({ accountNumber }) => account === "" || accountNumber.trim() === account);
  const spend = spendByMonth(invoices, isCut, now);
  const calls = await tolerate(withCalls(args, portal, invoices.slice(0, WITH_CALLS)), args);
  const hasFiles = offers(args.context.config, "files");
  const known = summary.ok ? summary.value.numbers : [];
  return {
    account,
    accounts: [...new Set([...known, account])].filter(Boolean),
    spend,
    ...byAccount(invoices, spend?.months ?? []),
    isCut,
    calls: !hasFiles ? undefined : calls.ok ? { ...calls, value: calls.value.map(linkOf) } : calls,
  };
}

const linkOf = ({ invoiceNumber, accountNumber, dateIssued }: InvoiceSummary) => ({
  title: `Calls of invoice ${invoiceNumber}`,
  detail: [formatDate(dateIssued), accountNumber.trim()].filter(Boolean).join(" · "),
  to: paths.calls(invoiceNumber),
});

/**
 * The charges of each month for the most expensive account numbers and for all others, with the change from the month
 * before.
 */
function byAccount(invoices: readonly InvoiceSummary[], months: SpendView["months"]) {
  const shown = new Set(months.map(({ value }) => value));
  const within = invoices.filter(({ dateIssued }) => shown.has(londonMonth(dateIssued) ?? ""));
  const spent = [...Map.groupBy(within, accountOf)].map(([name, some]) => ({ name, pounds: sumOf(some) }));
  const names = spent.sort((one, other) => other.pounds - one.pounds).map(({ name }) => name);
  const own = names.length > 1 ? names.slice(0, OWN_COLUMNS) : [];
  const columns = names.length > OWN_COLUMNS ? [...own, "Others"] : own;
  const columnOf = (invoice: InvoiceSummary) =>
    own.includes(accountOf(invoice)) ? accountOf(invoice) : "Others";
  const cells = Map.groupBy(within, (one) => `${londonMonth(one.dateIssued)} ${columnOf(one)}`);
  const rows = months.map(({ value, label, count, amount, pounds }, index) => {
    const before = months[index - 1]?.pounds;
    const change = before === undefined ? "" : changeText(sumOfMoney([pounds, -before]));
    const of = columns.map((name) => formatMoney(sumOf(cells.get(`${value} ${name}`) ?? [])));
    return { value, label, count, amount, change, of };
  });
  return { columns, rows: rows.reverse() };
}

const accountOf = ({ accountNumber }: InvoiceSummary) => accountNumber.trim() || "No number";
const sumOf = (invoices: readonly InvoiceSummary[]) => sumOfMoney(invoices.map(({ total }) => total));

const changeText = (pounds: number) =>
  pounds === 0 ? "no change" : `${formatMoney(Math.abs(pounds))} ${pounds > 0 ? "more" : "less"}`;
