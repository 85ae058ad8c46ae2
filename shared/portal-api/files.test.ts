import { describe, expect, test } from "vitest";
import { downloadInvoiceFile, invoiceFileParamsOf, isFileName } from "./files.ts";
import { fillPath } from "./operation.ts";

const invoice = { invoiceNumber: "410310", accountNumber: "HAR003", dateIssued: "2026-03-01T00:00:00Z" };

describe("the path of an invoice's file", () => {
  test.each([
    ["invoice", "HAR003/2026/03/Invoice_410310.pdf"],
    ["calls", "HAR003/2026/03/Calls_410310.csv"],
    ["reports", "HAR003/2026/03/Reports_410310.pdf"],
  ] as const)("of kind %s is %s", (kind, path) => {
    expect(fillPath(downloadInvoiceFile.path, invoiceFileParamsOf(invoice, kind))).toBe(path);
  });

  test.each([
    ["2026-06-30T23:30:00Z", "07"],
    ["2026-06-30T22:59:00Z", "06"],
    ["2026-07-01T00:30:00+02:00", "06"],
    ["2026-06-30", "06"],
    ["2026-06-30T23:30:00", "06"],
    ["2026-12-31T23:30:00Z", "12"],
  ])("of an invoice of %s has the month %s, by London's clock", (dateIssued, month) => {
    expect(invoiceFileParamsOf({ ...invoice, dateIssued }, "invoice")).toMatchObject({ year: "2026", month });
  });

  test.each([
    ["INV-77_a", "Invoice_INV-77_a.pdf"],
    ["INV 1001", "Invoice_INV%201001.pdf"],
    ["№7?#%2e", "Invoice_%E2%84%967%3F%23%252e.pdf"],
  ])("of the invoice number %j ends with %s", (invoiceNumber, name) => {
    const params = invoiceFileParamsOf({ ...invoice, invoiceNumber }, "invoice");
    expect(params && fillPath(downloadInvoiceFile.path, params)).toBe(`HAR003/2026/03/${name}`);
  });

  test.each([
    ["a number that would be a folder", { invoiceNumber: "INV/1001" }],
    ["a reserved number", { invoiceNumber: "payment-failed" }],
    ["a number with '..'", { invoiceNumber: "../../etc/passwd" }],
    ["an account of two dots", { accountNumber: ".." }],
    ["an account with a slash", { accountNumber: "HAR003/2026" }],
    ["a number with a control character", { invoiceNumber: "410310\u0000" }],
    ["a very long number", { invoiceNumber: "4".repeat(4096) }],
    ["no number", { invoiceNumber: "" }],
    ["no account", { accountNumber: "" }],
    ["an account of one dot", { accountNumber: "." }],
    ["no date", { dateIssued: "" }],
    ["an invalid date", { dateIssued: "soon" }],
    ["a thirteenth month", { dateIssued: "2026-13-01" }],
  ])("is undefined for %s", (_, change) => {
    expect(invoiceFileParamsOf({ ...invoice, ...change }, "invoice")).toBeUndefined();
  });
});

test.each([
  "Report..pdf",
  "a%2Fb.pdf",
  "sub/b.pdf",
  ".env",
  "dots at the end..",
  " spaces .pdf ",
  "family \u{1f468}\u200d\u{1f469}.jpg",
  "کافه\u200cها.pdf",
  "x".repeat(1_000),
])("a file can be asked for by the name %j", (name) => expect(isFileName(name)).toBe(true));

test.each([
  "",
  ".",
  "..",
  "../b.pdf",
  "..\\b.pdf",
  "a/../../b.pdf",
  "/b.pdf",
  "%2e%2e%2fb.pdf",
  "..%5Cb.pdf",
  "nul\0.pdf",
  "line\nbreak.pdf",
  "\ud800.pdf",
  "東".repeat(1_000),
])("no file can be asked for by the name %j", (name) => expect(isFileName(name)).toBe(false));
