import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getInvoice, invoiceStatus, listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { OperationInput } from "#app/portal-api/operation.ts";
import { vatRates } from "#provider/invoices/invoice-lines.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";
import { isLong } from "../../tests/support/long.ts";

const now = new Date("2026-05-20T09:00:00Z");
type Query = Partial<OperationInput<typeof listMyInvoices>["query"]>;

describe("invoices", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => now });
  });
  afterAll(() => provider.close());

  const anna = () => apiFor(provider, "Anna", "1001");
  const list = (query: Query = {}, api = anna()) =>
    api.call(listMyInvoices, {
      query: { sortBy: "dateIssued DESC", pageSize: 1000, pageNumber: 1, ...query },
    });
  const numbers = (items: readonly InvoiceSummary[]) => items.map(({ invoiceNumber }) => invoiceNumber);
  const findRare = async (orderNumber: string) => {
    const { items } = await list({ searchKeyword: orderNumber });
    expect(items).toHaveLength(1);
    return items[0]!;
  };

  test("one account has three years of invoices, another fewer, a third none", async () => {
    const { items, totalCount } = await list();
    expect(totalCount).toBeGreaterThan(300);
    expect(items).toHaveLength(totalCount);
    const years = new Set(items.map(({ dateIssued }) => dateIssued.slice(0, 4)));
    expect(years).toEqual(new Set(["2023", "2024", "2025", "2026"]));
    expect(items.every(({ dateIssued }) => dateIssued <= now.toISOString())).toBe(true);
    const carla = await list({}, apiFor(provider, "Carla", "1003"));
    expect(carla.totalCount).toBeGreaterThan(50);
    await expect(list({}, apiFor(provider, "Ella", "1004"))).resolves.toEqual({
      items: [],
      totalCount: 0,
      outstandingTotal: 0,
    });
  });

  test("pages contain every invoice once", async () => {
    const { totalCount } = await list();
    const count = Math.ceil(totalCount / 50);
    const pages = await Promise.all(
      Array.from({ length: count }, (_, page) =>
        list({ sortBy: "accountNumber ASC", pageSize: 50, pageNumber: page + 1 }),
      ),
    );
    const items = pages.flatMap((page) => page.items);
    expect(new Set(numbers(items)).size).toBe(totalCount);
    expect(items.map(({ accountNumber }) => accountNumber)).toEqual(
      items.map(({ accountNumber }) => accountNumber).sort(),
    );
    // Rows with the same account have a fixed order too (the newest first), so that none is on two pages.
    const [first] = Map.groupBy(items, ({ accountNumber }) => accountNumber).values();
    expect(numbers(first!).map(Number)).toEqual(
      numbers(first!)
        .map(Number)
        .sort((a, b) => b - a),
    );
  });

  test.each([
    ["dateIssued", ({ dateIssued }: InvoiceSummary) => Date.parse(dateIssued)],
    ["invoiceNumber", ({ invoiceNumber }: InvoiceSummary) => Number(invoiceNumber)],
    ["total", ({ total }: InvoiceSummary) => total],
    ["outstandingAmount", ({ outstandingAmount }: InvoiceSummary) => outstandingAmount],
    ["status", ({ status }: InvoiceSummary) => Number(status)],
  ])("sorts by %s in both directions", async (column, valueOf) => {
    const ascending = (await list({ sortBy: `${column} ASC` })).items.map(valueOf);
    expect(ascending).toEqual([...ascending].sort((one, other) => one - other));
    const descending = (await list({ sortBy: `${column} DESC` })).items.map(valueOf);
    expect(descending).toEqual([...ascending].reverse());
  });

  test("filters by one or more statuses; without one it lists all", async () => {
    const { completed, disputed, onHold, live } = invoiceStatus;
    const some = await list({ includedStatusCodes: [disputed, onHold] });
    expect(new Set(some.items.map(({ status }) => status))).toEqual(new Set([disputed, onHold]));
    const rest = await list({ includedStatusCodes: [completed, live] });
    expect(some.totalCount + rest.totalCount).toBe((await list()).totalCount);
  });

  test("lists the unpaid invoices of all account numbers with their outstanding total", async () => {
    const { items, totalCount, outstandingTotal } = await list({ unpaidOnly: true });
    expect(totalCount).toBeGreaterThanOrEqual(25);
    expect(new Set(items.map(({ accountNumber }) => accountNumber)).size).toBeGreaterThan(3);
    expect(items.every(({ outstandingAmount }) => outstandingAmount > 0)).toBe(true);
    const pence = items.reduce((sum, { outstandingAmount }) => sum + Math.round(outstandingAmount * 100), 0);
    expect(outstandingTotal).toBe(pence / 100);
    const firstPage = await list({ unpaidOnly: true, pageSize: 8 });
    expect(firstPage).toMatchObject({ totalCount, outstandingTotal });
  });

  test("count and outstanding total change with every change of an invoice", async () => {
    const before = await list({ unpaidOnly: true });
    const change = (pence: number) =>
      provider.db
        .prepare("UPDATE invoices SET outstanding_pence = ? WHERE invoice_number = ?")
        .run(pence, Number(before.items[0]!.invoiceNumber));
    change(0);
    const paid = await list({ unpaidOnly: true });
    expect(paid.totalCount).toBe(before.totalCount - 1);
    expect(paid.outstandingTotal).toBeLessThan(Number(before.outstandingTotal));
    change(Math.round(before.items[0]!.outstandingAmount * 100));
    expect(await list({ unpaidOnly: true })).toEqual(before);
  });

  test("searches invoice and account numbers, and treats wildcards as letters", async () => {
    const [newest] = (await list({ pageSize: 1 })).items;
    expect(numbers((await list({ searchKeyword: newest!.invoiceNumber })).items)).toEqual([
      newest!.invoiceNumber,
    ]);
    const byAccount = await list({ searchKeyword: "har003" });
    expect(new Set(byAccount.items.map(({ accountNumber }) => accountNumber))).toEqual(new Set(["HAR003"]));
    expect((await list({ searchKeyword: "%" })).totalCount).toBe(0);
  });

  test("has the rare invoices", async () => {
    expect(await findRare("Being paid")).toMatchObject({
      isCardPaymentPending: true,
      status: invoiceStatus.live,
    });
    expect((await findRare("Credit not used yet")).outstandingAmount).toBeLessThan(0);
    const part = await findRare("Part paid");
    expect(part.outstandingAmount).toBeGreaterThan(0);
    expect(part.outstandingAmount).toBeLessThan(part.total);
    expect((await findRare("Nothing to pay")).total).toBe(0);
    expect((await findRare("=cmd|")).orderNumber).toBe("=cmd|'/C calc'!A0");
    expect((await findRare("<img")).orderNumber).toContain("onerror");
    const hostile = await anna().call(getInvoice, {
      query: { invoiceNumber: (await findRare("Hostile lines")).invoiceNumber },
    });
    expect(hostile.items.map(({ description }) => description).join()).toMatch(/<script>[^]*javascript:/);
  });

  test("every breakdown adds up", async () => {
    const { items } = await list();
    const invoices = await Promise.all(
      items.map(({ invoiceNumber }) => anna().call(getInvoice, { query: { invoiceNumber } })),
    );
    const pence = (pounds: number | string) => Math.round(Number(pounds) * 100);
    for (const invoice of invoices) {
      const { net, vat, gross } = invoice.paymentDetails!;
      for (const { quantity, unit, discount, net: lineNet } of invoice.items) {
        expect(pence(lineNet)).toBe(
          Math.round((Number(quantity) * pence(unit) * (100 - Number(discount))) / 100),
        );
      }
      expect(invoice.items.reduce((sum, item) => sum + pence(item.net), 0)).toBe(pence(net));
      const due = Object.entries(vatRates).map(([code, rate]) => {
        const taxed = invoice.items.filter(({ vatCode }) => vatCode === code);
        return Math.round(taxed.reduce((sum, item) => sum + pence(item.net), 0) * rate);
      });
      expect(due.reduce((sum, part) => sum + part, 0)).toBe(pence(vat));
      expect(pence(net) + pence(vat)).toBe(pence(gross));
      expect(gross).toBe(invoice.total);
    }
    const companies = invoices.map(({ companyDetails }) => companyDetails?.companyName ?? "");
    expect(companies.filter((name) => name === "").length).toBeGreaterThan(10);
    expect(companies.filter((name) => name !== "").length).toBeGreaterThan(100);
  });

  test("another account's invoice is answered like one that does not exist", async () => {
    const [carlasInvoice] = (await list({ pageSize: 1 }, apiFor(provider, "Carla", "1003"))).items;
    const reply = (invoiceNumber: string) =>
      provider.as("Anna", "1001")(`Invoice/Details?invoiceNumber=${encodeURIComponent(invoiceNumber)}`);
    const replies = await Promise.all(
      [carlasInvoice!.invoiceNumber, "999999", "", "410001abc", "0410001"].map(reply),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
  });

  test("needs the role Orders", async () => {
    const paths = [
      "Invoice/MyInvoices",
      "Invoice/Details?invoiceNumber=410001",
      "Payment/GetValidationRules",
    ];
    for (const path of paths) expect((await provider.as("Ben", "1001")(path)).status).toBe(403);
    for (const path of paths) expect((await provider.as("Carla", "1001")(path)).status).toBe(403);
  });
});

// In the long run alone: it takes seconds to make them.
if (isLong)
  describe("100,000 invoices", () => {
    let provider: TestProvider;
    beforeAll(async () => {
      provider = await startTestProvider({ now: () => now, invoices: 100_000 });
    });
    afterAll(() => provider.close());

    test("the last page is complete, the one after it empty", async () => {
      const page = (pageNumber: number) =>
        apiFor(provider, "Anna", "1001").call(listMyInvoices, {
          query: { sortBy: "invoiceNumber ASC", pageSize: 20, pageNumber },
        });
      const [first, last, beyond] = await Promise.all([page(1), page(5000), page(5001)]);
      expect(first.totalCount).toBe(100_000);
      expect(first.items).toHaveLength(20);
      expect(last.items).toHaveLength(20);
      expect(beyond.items).toEqual([]);
      const invoiceNumber = last.items.at(-1)!.invoiceNumber;
      const details = await apiFor(provider, "Anna", "1001").call(getInvoice, { query: { invoiceNumber } });
      expect(details.paymentDetails?.gross).toBe(last.items.at(-1)!.total);
    });

    test.each([
      "issued_at",
      "status",
      "order_number COLLATE NOCASE",
      "account_number",
      "total_pence",
      "outstanding_pence",
    ])("an index serves the order by %s", (column) => {
      const plan = provider.db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT * FROM invoices WHERE client_id = '1001' ORDER BY ${column} LIMIT 20`,
        )
        .all()
        .map(({ detail }) => detail);
      expect(plan).toEqual([expect.stringMatching(/^SEARCH invoices USING INDEX/)]);
    });
  });
