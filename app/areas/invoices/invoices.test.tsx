import { describe, expect, it } from "vitest";
import { toListRow } from "#app/grid/define-list.server.ts";
import { loadList } from "#app/grid/list-loader.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import { isInvoiceNumber } from "#shared/portal-api/invoice-number.ts";
import type { ListRequest } from "#shared/portal-api/list-request.ts";
import { filesOfInvoice } from "./invoice-files.server.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { webAddress } from "./invoice-view.server.ts";

describe("isInvoiceNumber", () => {
  it.each(["410001", "INV-7", "2026/17", "direct-debits"])("accepts %j", (text) => {
    expect(isInvoiceNumber(text)).toBe(true);
  });

  it.each([
    ...["direct-debit", "make-a-payment", "manage-direct-debit", "payment-summary", "payment-succeeded"],
    ...["payment-failed", "Direct-Debit", "", " ", "a\u202Eb", "1\n2", "1".repeat(51), undefined],
  ])("refuses %j", (text) => {
    expect(isInvoiceNumber(text)).toBe(false);
  });
});

describe("filesOfInvoice", () => {
  const invoice = { invoiceNumber: "77", accountNumber: "HAR001", dateIssued: "2026-03-05T00:00:00Z" };
  const pathOf = (changes: Partial<typeof invoice>) => filesOfInvoice({ ...invoice, ...changes })[0]?.params;

  it("names each kind of file, in a folder by account, year and two-digit month", () => {
    expect(filesOfInvoice(invoice).map(({ name }) => name)).toEqual([
      "Invoice_77.pdf",
      "Calls_77.csv",
      "Reports_77.pdf",
    ]);
    expect(pathOf({})).toEqual({
      accountNumber: "HAR001",
      year: "2026",
      month: "03",
      fileName: "Invoice_77.pdf",
    });
  });

  it.each(["2026-06-30T23:30:00Z", "2026-06-30T22:59:00Z", "2026-12-31T23:59:00", "2026-07-01"])(
    "uses the month and year of the date that's shown for %s",
    (dateIssued) => {
      const { year, month } = pathOf({ dateIssued }) ?? {};
      expect(formatDate(dateIssued)).toMatch(new RegExp(`/${month}/${year}$`));
    },
  );

  it.each([
    { accountNumber: "../.." },
    { accountNumber: "" },
    { dateIssued: "soon" },
    { invoiceNumber: "INV/1001" },
  ])("returns no files if %j can't be part of a path", (changes) => {
    expect(filesOfInvoice({ ...invoice, ...changes })).toEqual([]);
  });
});

describe("invoiceList", () => {
  const summary = {
    ...{
      invoiceNumber: "1",
      apiId: 1,
      dateIssued: "2026-03-05",
      orderNumber: "",
      accountNumber: "A",
      status: 0,
    },
    ...{ total: 1, outstandingAmount: 0, isCardPaymentPending: false },
  };

  async function codesAskedFor(search: string): Promise<unknown> {
    let codes: unknown;
    const call = async (_: unknown, { query }: { query: ListRequest }) => {
      codes = query.includedStatusCodes;
      return { items: [summary], totalCount: 1 };
    };
    const portal = { api: { call }, account: { clientId: "1001" } } as unknown as Portal;
    const request = new Request(`http://portal.example/invoices${search}`);
    const context = { config: { absent: [] } } as never;
    await loadList(invoiceList, { request, context }, portal);
    return codes;
  }

  it("asks for invoices of any status if all statuses are ticked", async () => {
    expect(await codesAskedFor("")).toBeUndefined();
    expect(
      await codesAskedFor("?status=live&status=on-hold&status=completed&status=disputed"),
    ).toBeUndefined();
    expect(await codesAskedFor("?status=disputed&status=live")).toEqual([0, 3]);
  });

  it("shows an unknown status by its code", () => {
    const { text, tone } = toListRow(invoiceList, { ...summary, status: 9 });
    expect([text.status, tone.status]).toEqual(["Status 9", "neutral"]);
  });
});

it.each([
  ["www.larkfield.example", "https://www.larkfield.example/"],
  ["http://larkfield.example/a", "http://larkfield.example/a"],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x.y", undefined],
  ["https://user@evil.example", undefined],
  ["see below", undefined],
])("webAddress(%j) is %s", (text, address) => {
  expect(webAddress(text)).toBe(address);
});
