import { describe, expect, it } from "vitest";
import type { InvoiceSummary } from "../../portal-api/invoices.ts";
import { latestMonths, monthLabel, monthOf } from "./months.ts";
import { spendByMonth } from "./spend.ts";

const now = new Date("2026-11-20T08:00:00Z");

function invoice(dateIssued: string, total: number): InvoiceSummary {
  return {
    invoiceNumber: "1",
    dateIssued,
    orderNumber: "",
    accountNumber: "A",
    status: 0,
    total,
    outstandingAmount: 0,
    isCardPaymentPending: false,
  };
}

describe("spendByMonth", () => {
  it("adds up each month, without gaps and without losing pence", () => {
    const view = spendByMonth(
      [invoice("2026-11-02T00:00:00Z", 0.1), invoice("2026-11-01", 0.2), invoice("2026-09-30", -5)],
      false,
      now,
    );
    expect(view?.months.map(({ label, count, amount }) => [label, count, amount])).toEqual([
      ["September 2026", 1, "-£5.00"],
      ["October 2026", 0, "£0.00"],
      ["November 2026", 2, "£0.30"],
    ]);
    expect(view).toMatchObject({ total: "-£4.70", isCut: false });
  });

  it("counts by London's days", () => {
    const [month] = spendByMonth([invoice("2026-06-30T23:30:00Z", 1)], false, now)?.months ?? [];
    expect(month?.label).toBe("July 2026");
  });

  it("leaves out the oldest month that older invoices may belong to", () => {
    const view = spendByMonth(
      [invoice("2026-11-02", 1), invoice("2026-10-02", 1), invoice("2026-09-02", 1)],
      true,
      now,
    );
    expect(view?.months[0]?.label).toBe("October 2026");
    expect(view?.isCut).toBe(false);
  });

  it("says so when even this month is not whole", () => {
    expect(spendByMonth([invoice("2026-11-02", 1)], true, now)).toMatchObject({ isCut: true });
  });

  it("shows twelve months at most, and nothing where there is nothing", () => {
    expect(
      spendByMonth([invoice("2026-11-02", 1), invoice("2020-01-01", 1)], false, now)?.months,
    ).toHaveLength(12);
    expect(spendByMonth([], false, now)).toBeUndefined();
    expect(spendByMonth([invoice("2020-01-01", 1)], false, now)).toBeUndefined();
    expect(spendByMonth([invoice("soon", 1)], false, now)).toBeUndefined();
  });
});

describe("months", () => {
  it("go back from London's present one", () => {
    expect(latestMonths(new Date("2026-03-31T23:30:00Z"), 3).map(({ value }) => value)).toEqual([
      "2026-04",
      "2026-03",
      "2026-02",
    ]);
  });

  it.each([
    ["2026-11", "November 2026"],
    ["2026-13", undefined],
    ["", undefined],
    ["2026-1", undefined],
  ])("%j is %s", (value, label) => {
    expect(monthLabel(value)).toBe(label);
  });

  it("of what is no date is none", () => expect(monthOf("yesterday")).toBe(""));
});
