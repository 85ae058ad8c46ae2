import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney } from "#app/ui/format.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { readStatementQuery, statementTotals } from "./statement.server.ts";

const now = new Date("2026-11-22T12:00:00Z");
const queryOf = (query: string) =>
  readStatementQuery(`http://portal.example/invoices/statement${query}`, now);

describe("readStatementQuery", () => {
  it.each([
    ["", "2026-09-01", "2026-11-22", undefined],
    ["?from=2026-01-01&to=2026-01-31", "2026-01-01", "2026-01-31", undefined],
    ["?from=2026-02-30&to=2026-03-01", "2026-02-30", "2026-03-01", "Enter a start and an end date."],
    ["?from=&to=", "", "", "Enter a start and an end date."],
    ["?from=1/1/2026&to=2026-02-01", "1/1/2026", "2026-02-01", "Enter a start and an end date."],
    [
      "?from=2026-03-02&to=2026-03-01",
      "2026-03-02",
      "2026-03-01",
      "The end date can't be before the start date.",
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

describe("statementTotals", () => {
  const invoice = (dateIssued: string, outstandingAmount: number) =>
    ({ dateIssued, outstandingAmount, total: 100 }) as InvoiceSummary;
  const all = [
    invoice("2026-11-01", 40.1),
    invoice("2026-10-01", 0),
    invoice("2026-08-31T22:59:59Z", 10),
    invoice("2026-08-31T23:00:00Z", -20.2),
    invoice("", 1),
    invoice("2026-11-23", 5),
  ];

  it("counts days in London, takes credit off, and adds up to what is outstanding in all", () => {
    const { figures, ages } = statementTotals({ from: "2026-09-01", to: "2026-11-22" }, all, now);
    expect(figures.map(({ term, pounds }) => [term, formatMoney(pounds)])).toEqual([
      ["Outstanding on invoices before 01/09/2026", "£11.00"],
      ["Invoiced", "£300.00"],
      ["Outstanding on these invoices", "£19.90"],
      ["Outstanding on later invoices", "£5.00"],
      ["Total outstanding today", "£35.90"],
    ]);
    expect(ages.map(({ count, total }) => [count, total])).toEqual([
      [1, "£5.00"],
      [1, "£40.10"],
      [0, "£0.00"],
      [2, "−£10.20"],
      [1, "£1.00"],
    ]);
    expect(ages[0]?.label).toBe("Dated after today");
  });

  it("has an age for what is dated after today only where there is some, even in the year 9999", () => {
    const agesOf = (...dates: string[]) =>
      statementTotals(
        { from: "2026-09-01", to: "2026-11-22" },
        dates.map((date) => invoice(date, 1)),
        now,
      )
        .ages.filter(({ count }) => count > 0)
        .map(({ label, count }) => [label, count]);
    expect(agesOf("9999-12-31", "2027-06-01")).toEqual([["Dated after today", 2]]);
    expect(agesOf("2026-11-22T23:30:00Z", "2026-08-24")).toEqual([
      ["Up to 30 days ago", 1],
      ["61 to 90 days ago", 1],
    ]);
  });

  it("adds up to the penny for any ledger and period", () => {
    const day = fc
      .date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const entry = fc.record({ date: fc.oneof(day, fc.constant("")), pence: fc.integer() });
    fc.assert(
      fc.property(fc.array(entry), day, day, (entries, one, other) => {
        const [from = "", to = ""] = [one.slice(0, 10), other.slice(0, 10)].sort();
        const ledger = entries.map(({ date, pence }) => invoice(date, pence / 100));
        const { figures, ages } = statementTotals({ from, to }, ledger, now);
        const [before = 0, , these = 0, later = 0, inAll = 0] = figures.map(({ pounds }) =>
          Math.round(pounds * 100),
        );
        const exact = entries.reduce((sum, { pence }) => sum + pence, 0);
        expect([inAll, before + these + later]).toEqual([exact, exact]);
        const aged = ages.map(({ total }) =>
          Math.round(Number(total.replace("−", "-").replace(/[£,]/g, "")) * 100),
        );
        expect(aged.reduce((sum, pence) => sum + pence, 0)).toBe(exact);
      }),
    );
  });
});
