import { describe, expect, it } from "vitest";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { readWanted, statementSums } from "./statement.server.ts";

const now = new Date("2026-11-22T12:00:00Z");
const wantedBy = (query: string) => readWanted(`http://portal.example/invoices/statement${query}`, now);

describe("the days", () => {
  it.each([
    ["", "2026-09-01", "2026-11-22", undefined],
    ["?from=2026-01-01&to=2026-01-31", "2026-01-01", "2026-01-31", undefined],
    ["?from=2026-02-30&to=2026-03-01", "2026-02-30", "2026-03-01", "Please enter both days."],
    ["?from=&to=", "", "", "Please enter both days."],
    ["?from=1/1/2026&to=2026-02-01", "1/1/2026", "2026-02-01", "Please enter both days."],
    [
      "?from=2026-03-02&to=2026-03-01",
      "2026-03-02",
      "2026-03-01",
      "The last day must not be before the first.",
    ],
  ])("of %j are %s to %s: %s", (query, from, to, error) => {
    expect(wantedBy(query)).toEqual({ from, to, account: "", error });
  });

  it("begin in the year before in January", () => {
    expect(readWanted("http://portal.example/", new Date("2026-01-15T12:00:00Z")).from).toBe("2025-11-01");
  });
});

describe("the sums", () => {
  const invoice = (dateIssued: string, outstandingAmount: number, accountNumber = "HAR001") =>
    ({ dateIssued, outstandingAmount, accountNumber, total: 100 }) as InvoiceSummary;
  const invoices = [invoice("2026-11-01", 40.1), invoice("2026-10-01", 0)];
  const unpaid = [
    invoice("2026-11-01", 40.1),
    invoice("2026-08-31T22:59:59Z", 10),
    invoice("2026-08-31T23:00:00Z", 20.2),
    invoice("2026-07-01", 5, "HAR002"),
    invoice("", 1),
  ];
  const wanted = wantedBy("?from=2026-09-01&to=2026-11-22&account=HAR001");

  it("count London's days, the account alone, and each invoice once", () => {
    const { figures, ages } = statementSums(wanted, { invoices, isCut: false }, unpaid, now);
    expect(figures.map(({ detail }) => detail)).toEqual(["£10.00", "£200.00", "£40.10", "£71.30"]);
    expect(figures[0]?.term).toBe("Outstanding from before 01/09/2026");
    expect(ages.map(({ count, total }) => [count, total])).toEqual([
      [1, "£40.10"],
      [0, "£0.00"],
      [2, "£30.20"],
      [1, "£1.00"],
    ]);
  });

  it("leave out what needs all unpaid invoices where not all are known", () => {
    const { figures, ages } = statementSums(wanted, { invoices, isCut: false }, undefined, now);
    expect([figures.map(({ term }) => term), ages]).toEqual([["Invoiced", "Outstanding of these"], []]);
  });

  it("are none where not all invoices of the days are known", () => {
    expect(statementSums(wanted, { invoices, isCut: true }, unpaid, now)).toEqual({ figures: [], ages: [] });
  });
});
