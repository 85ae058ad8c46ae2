import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { DemoAddress } from "#provider/data/accounts.ts";
import type { InvoiceLine } from "#provider/invoices/invoice-lines.ts";
import { createInvoiceTotals } from "#provider/invoices/invoice-totals.ts";
import { receivingBank } from "#provider/invoices/issuing-companies.ts";
import { settleInvoices } from "#provider/payments/payable-invoices.ts";
import { fromJson, type Row } from "#provider/store/store.ts";
import { invoiceFileParamsOf, type InvoiceFileKind } from "#shared/portal-api/files.ts";
import { inCondition, joinConditions, listRequest, numberParameters } from "./list-request.ts";
import { notFound } from "./refusal.ts";
import { route, type Answer, type Call, type Route } from "./route.ts";

const listShape = {
  columns: {
    invoicenumber: "invoice_number",
    dateissued: "issued_at",
    ordernumber: "order_number COLLATE NOCASE",
    accountnumber: "account_number",
    status: "status",
    total: "total_pence",
    outstandingamount: "outstanding_pence",
  },
  search: ["invoice_number", "order_number", "account_number"],
  defaultSort: "dateIssued DESC",
  tieBreak: "invoice_number DESC",
};
const access = "Orders";

interface InvoiceOptions {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly filesUrl: string;
}

/** `Invoice/*`: the list of the account's invoices, and a single one with its lines. */
export function invoiceRoutes({ db, now, filesUrl }: InvoiceOptions): Route[] {
  const totals = createInvoiceTotals(db);
  const withSettledInvoices = (handle: (call: Call) => Answer) => (call: Call) => {
    settleInvoices(db, now());
    return handle(call);
  };
  return [
    route(
      "GET /Invoice/MyInvoices",
      access,
      withSettledInvoices((call) => list(db, totals, call)),
    ),
    route(
      "GET /Invoice/Details",
      access,
      withSettledInvoices((call) => ({ body: asInvoice(findRow(db, call), filesUrl) })),
    ),
  ];
}

function list(
  db: DatabaseSync,
  totals: ReturnType<typeof createInvoiceTotals>,
  { clientId, query }: Call,
): Answer {
  const { orderBy, limit, offset, searchCondition } = listRequest(query, listShape);
  const { where, bound } = joinConditions([
    ["client_id = ?", clientId],
    inCondition("status", numberParameters(query, "includedStatusCodes", [])),
    query.get("unpaidOnly")?.toLowerCase() === "true" && ["outstanding_pence > 0"],
    searchCondition,
  ]);
  const { count, outstandingPence } = totals(where, bound);
  const rows = db
    .prepare(`SELECT * FROM invoices WHERE ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`)
    .all(...bound, limit, offset);
  return {
    body: { items: rows.map(asSummary), totalCount: count, outstandingTotal: pounds(outstandingPence) },
    headers: { "X-Total-Count": String(count) },
  };
}

function findRow(db: DatabaseSync, { clientId, query }: Call): Row {
  const row = db
    .prepare(
      `SELECT * FROM invoices JOIN breakdowns USING (breakdown_id)
       WHERE client_id = ? AND CAST(invoice_number AS TEXT) = ? AND invoice_number = ?`,
    )
    .get(clientId, query.get("invoiceNumber") ?? "", Number(query.get("invoiceNumber") ?? 0) || 0);
  if (!row) throw notFound();
  return row;
}

function asSummary(row: Row) {
  return {
    invoiceNumber: String(row.invoice_number),
    // Seeded times are midnight UTC, which is the same day in London, even in summer.
    dateIssued: new Date(Number(row.issued_at)).toISOString().replace(".000Z", "Z"),
    orderNumber: String(row.order_number),
    accountNumber: String(row.account_number),
    status: row.status,
    total: pounds(row.total_pence),
    outstandingAmount: pounds(row.outstanding_pence),
    isCardPaymentPending: row.pending_until_at !== null,
  };
}

function asInvoice(row: Row, filesUrl: string) {
  const summary = asSummary(row);
  const url = (kind: InvoiceFileKind) => {
    const params = invoiceFileParamsOf(summary, kind);
    return params && `${filesUrl}/${params.accountNumber}/${params.year}/${params.month}/${params.fileName}`;
  };
  return {
    ...summary,
    invoiceDownloadUrl: url("invoice"),
    callsDownloadUrl: url("calls"),
    reportsDownloadUrl: url("reports"),
    items: (fromJson(row.lines) as InvoiceLine[]).map(asItem),
    paymentDetails: {
      ...receivingBank,
      net: pounds(row.net_pence),
      vat: pounds(row.vat_pence),
      gross: pounds(row.total_pence),
    },
    deliveryAddress: asAddress(row.delivery_address),
    invoiceAddress: asAddress(row.invoice_address),
    companyDetails: fromJson(row.company),
  };
}

/** An address with every line, as the contract requires; the demo's addresses leave out empty ones. */
function asAddress(stored: SQLOutputValue | undefined) {
  return { line2: "", county: "", ...(fromJson(stored) as DemoAddress) };
}

function asItem({ itemCode, description, quantity, unitPence, discount, vatCode, netPence }: InvoiceLine) {
  return {
    itemCode,
    description,
    quantity,
    unit: pounds(unitPence),
    discount,
    vatCode,
    net: pounds(netPence),
  };
}

function pounds(pence: SQLOutputValue | undefined): number {
  return Number(pence) / 100;
}
