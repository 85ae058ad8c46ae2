import { offers } from "#app/document/offers.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { sumOfMoney, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonMonth } from "#shared/portal-api/london-month.ts";
import { londonDay } from "#shared/time/moment.ts";
import { invoicesWithCalls } from "./invoice-files.server.ts";
import { latestMonths } from "./invoice-months.server.ts";
import { MAX_MONTHS, spendByMonth, type SpendView } from "./invoice-spend.server.ts";
import { readIssued } from "./issued.server.ts";

/** How many of the newest invoices we check for a file of calls, one call each. */
const MAX_CHECKED = 12;
/** How many account numbers have their own column. More columns would be too narrow for the amounts. */
const MAX_ACCOUNT_COLUMNS = 4;
const SOME_UNREAD = "We couldn't load all the invoices for these months, so only complete months are shown.";

/** Twelve months' charges by account number, and the invoices with calls. Throws PortalApiError only for the invoices. */
export async function usageView(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const account = new URL(args.request.url).searchParams.get("account")?.trim() ?? "";
  const first = latestMonths(now, MAX_MONTHS).at(-1)?.value ?? "";
  const days = { from: `${first}-01`, to: londonDay(now) };
  const [{ invoices: all, isIncomplete, undatedNote }, summary] = await Promise.all([
    readIssued(portal, days),
    tolerate(accountSummary(portal), args),
  ]);
  const invoices = all.filter(({ accountNumber }) => account === "" || accountNumber.trim() === account);
  const spend = spendByMonth(invoices, isIncomplete, now);
  const calls = await tolerate(invoicesWithCalls(args, portal, invoices.slice(0, MAX_CHECKED)), args);
  const hasFiles = offers(args.context.config, "files");
  const knownAccounts = summary.ok ? summary.value.numbers : [];
  return {
    account,
    accounts: [...new Set([...knownAccounts, account])].filter(Boolean),
    spend,
    ...byAccount(invoices, spend?.months ?? []),
    note: isIncomplete ? SOME_UNREAD : undatedNote,
    calls: !hasFiles ? undefined : calls.ok ? { ...calls, value: calls.value.map(callsLink) } : calls,
  };
}

const callsLink = ({ invoiceNumber, accountNumber, dateIssued }: InvoiceSummary) => ({
  title: `Calls on invoice ${invoiceNumber}`,
  detail: [formatDate(dateIssued), accountNumber.trim()].filter(Boolean).join(" · "),
  to: paths.calls(invoiceNumber),
});

/** Each month's charges for the most expensive account numbers and for the rest, with the change since the month before. */
function byAccount(invoices: readonly InvoiceSummary[], months: SpendView["months"]) {
  const shownMonths = new Set(months.map(({ value }) => value));
  const shownInvoices = invoices.filter(({ dateIssued }) => shownMonths.has(londonMonth(dateIssued) ?? ""));
  const spentByAccount = [...Map.groupBy(shownInvoices, accountOf)].map(([name, ofAccount]) => ({
    name,
    pounds: sumOf(ofAccount),
  }));
  const names = spentByAccount.sort((a, b) => b.pounds - a.pounds).map(({ name }) => name);
  const ownColumns = names.length > 1 ? names.slice(0, MAX_ACCOUNT_COLUMNS) : [];
  const columns = names.length > MAX_ACCOUNT_COLUMNS ? [...ownColumns, "Others"] : ownColumns;
  const columnOf = (invoice: InvoiceSummary) =>
    ownColumns.includes(accountOf(invoice)) ? accountOf(invoice) : "Others";
  const cells = Map.groupBy(
    shownInvoices,
    (invoice) => `${londonMonth(invoice.dateIssued)} ${columnOf(invoice)}`,
  );
  const rows = months.map(({ value, label, count, amount, pounds }, index) => {
    const before = months[index - 1]?.pounds;
    const change = before === undefined ? "" : changeText(sumOfMoney([pounds, -before]));
    const columnTotals = columns.map((name) => formatMoney(sumOf(cells.get(`${value} ${name}`) ?? [])));
    return { value, label, count, amount, change, columnTotals };
  });
  return { columns, rows: rows.reverse() };
}

const accountOf = ({ accountNumber }: InvoiceSummary) => accountNumber.trim() || "No number";
const sumOf = (invoices: readonly InvoiceSummary[]) => sumOfMoney(invoices.map(({ total }) => total));

const changeText = (pounds: number) =>
  pounds === 0 ? "no change" : `${formatMoney(Math.abs(pounds))} ${pounds > 0 ? "more" : "less"}`;
