import { describe, expect, test } from "vitest";
import { downloadInvoiceFile, invoiceFileParamsOf } from "./files.ts";
import { fillPath } from "./operation.ts";

const invoice = { invoiceNumber: "410310", accountNumber: "HAR003", dateIssued: "2026-03-01T00:00:00Z" };

describe("where an invoice's files lie", () => {
  test.each([
    ["invoice", "HAR003/2026/03/Invoice_410310.pdf"],
    ["calls", "HAR003/2026/03/Calls_410310.csv"],
    ["reports", "HAR003/2026/03/Reports_410310.pdf"],
  ] as const)("the %s", (kind, path) => {
    expect(fillPath(downloadInvoiceFile.path, invoiceFileParamsOf(invoice, kind))).toBe(path);
  });

  test.each(["2026-06-30T23:30:00Z", "2026-06-30T00:30:00+01:00", "2026-06-30"])(
    "%s is of June, whatever the time zone",
    (dateIssued) => {
      expect(invoiceFileParamsOf({ ...invoice, dateIssued }, "invoice")).toMatchObject({
        year: "2026",
        month: "06",
      });
    },
  );

  test.each([
    ["a number that climbs", { invoiceNumber: "../../etc/passwd" }],
    ["an account that climbs", { accountNumber: ".." }],
    ["an account with a slash", { accountNumber: "HAR003/2026" }],
    ["a number with a control character", { invoiceNumber: "410310\u0000" }],
    ["a number without end", { invoiceNumber: "4".repeat(4096) }],
    ["no number", { invoiceNumber: "" }],
    ["no date", { dateIssued: "" }],
    ["a thirteenth month", { dateIssued: "2026-13-01" }],
  ])("%s has no path", (_, change) => {
    expect(invoiceFileParamsOf({ ...invoice, ...change }, "invoice")).toBeUndefined();
  });
});
