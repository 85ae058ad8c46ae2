import { describe, expect, it } from "vitest";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { readStatementQuery, statementSums } from "./statement.server.ts";

const now = new Date("2026-11-22T12:00:00Z");
const queryOf = (query: string) =>
  readStatementQuery(`http://portal.example/invoices/statement${query}`, now);

describe("readStatementQuery", () => {
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
  ])("reads %j as %s to %s, with the message %s", (query, from, to, error) => {
    expect(queryOf(query)).toEqual({ from, to, account: "", error });
  });

  it("begins in the year before if it is January", () => {
    expect(readStatementQuery("http://portal.example/", new Date("2026-01-15T12:00:00Z")).from).toBe(
      "2025-11-01",
    );
  });
});

describe("statementSums", () => {
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
  const wanted = queryOf("?from=2026-09-01&to=2026-11-22&account=HAR001");

  it("counts days in London, the chosen account only, and each invoice once", () => {
    const { figures, ages } = statementSums(wanted, { invoices, isIncomplete: false }, unpaid, now);
    expect(figures.map(({ detail }) => detail)).toEqual(["£10.00", "£200.00", "£40.10", "£71.30"]);
    expect(figures[0]?.term).toBe("Outstanding from before 01/09/2026");
    expect(ages.map(({ count, total }) => [count, total])).toEqual([
      [1, "£40.10"],
      [0, "£0.00"],
      [2, "£30.20"],
      [1, "£1.00"],
    ]);
  });

  it("leaves out the earlier and the total outstanding sums and the ages if not all unpaid invoices are known", () => {
    const { figures, ages } = statementSums(wanted, { invoices, isIncomplete: false }, undefined, now);
    expect([figures.map(({ term }) => term), ages]).toEqual([["Invoiced", "Outstanding of these"], []]);
  });

  it("returns no sums if not all invoices of the chosen days are known", () => {
    expect(statementSums(wanted, { invoices, isIncomplete: true }, unpaid, now)).toEqual({
      figures: [],
      ages: [],
    });
  });
});
