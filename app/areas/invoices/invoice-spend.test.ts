import { load } from "cheerio";
import fc from "fast-check";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { render } from "#app/ui/testing/render.tsx";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonMonth } from "#shared/portal-api/london-month.ts";
import { latestMonths, monthLabel } from "./invoice-months.server.ts";
import { spendByMonth } from "./invoice-spend.server.ts";
import { SpendPicture, spendScale } from "./invoice-spend.tsx";

const now = new Date("2026-11-20T08:00:00Z");

function invoice(dateIssued: string, total: number): InvoiceSummary {
  return {
    invoiceNumber: "1",
    apiId: 1,
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
      ["September 2026", 1, "−£5.00"],
      ["October 2026", 0, "£0.00"],
      ["November 2026", 2, "£0.30"],
    ]);
    expect(view).toMatchObject({ total: "−£4.70", isPartial: false });
  });

  it("assigns an invoice to its month in London", () => {
    const [month] = spendByMonth([invoice("2026-06-30T23:30:00Z", 1)], false, now)?.months ?? [];
    expect(month?.label).toBe("July 2026");
  });

  it("leaves out the oldest month if it may lack older invoices, which weren't loaded", () => {
    const view = spendByMonth(
      [invoice("2026-11-02", 1), invoice("2026-10-02", 1), invoice("2026-09-02", 1)],
      true,
      now,
    );
    expect(view?.months[0]?.label).toBe("October 2026");
    expect(view?.isPartial).toBe(false);
  });

  it("knows no whole month where the only one after the oldest is to come", () => {
    const view = spendByMonth([invoice("2026-12-02", 1), invoice("2026-11-02", 1)], true, now);
    expect(view).toMatchObject({ isPartial: true, months: [] });
  });

  it.each([
    [940.4, "£940"],
    [1_234, "£1.2k"],
    [-34_900, "-£35k"],
    [128_495.64, "£128k"],
    [1_250_000, "£1.3m"],
  ])("rounds %d to %s for the picture", (total, rounded) => {
    expect(spendByMonth([invoice("2026-11-02", total)], false, now)?.months[0]).toMatchObject({ rounded });
  });

  it("is partial, without a sum of any month, if the only month may lack older invoices", () => {
    const view = spendByMonth([invoice("2026-11-02", 1)], true, now);
    expect(view).toMatchObject({ isPartial: true, months: [] });
  });

  it("shows no month of which an invoice may be missing, for any list and any part of it that was read", () => {
    const day = fc.date({ min: new Date("2025-11-01"), max: now, noInvalidDate: true });
    const entry = fc.record({ day, pence: fc.integer({ min: -9_999, max: 9_999_999 }) });
    fc.assert(
      fc.property(fc.array(entry), fc.nat(), fc.boolean(), (entries, read, sorts) => {
        const all = entries.map((one) => invoice(one.day.toISOString(), one.pence / 100));
        if (sorts) all.sort((a, b) => b.dateIssued.localeCompare(a.dateIssued));
        const part = all.slice(0, read % (all.length + 1));
        const { months = [] } = spendByMonth(part, part.length < all.length, now) ?? {};
        const order = part.map(({ dateIssued }) => londonMonth(dateIssued) ?? "");
        const isInOrder = order.every((month, index) => month <= (order[index - 1] ?? month));
        if (part.length < all.length && !isInOrder) expect(months).toEqual([]);
        // A part that happens to be in order doesn't show that the list wasn't sorted.
        for (const { value, pounds } of sorts || part.length === all.length ? months : []) {
          const ofMonth = all.filter(({ dateIssued }) => londonMonth(dateIssued) === value);
          const pence = ofMonth.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
          expect(Math.round(pounds * 100)).toBe(pence);
        }
      }),
    );
  });

  it("returns twelve months at most, and undefined if they have no invoice", () => {
    expect(
      spendByMonth([invoice("2026-11-02", 1), invoice("2020-01-01", 1)], false, now)?.months,
    ).toHaveLength(12);
    expect(spendByMonth([], false, now)).toBeUndefined();
    expect(spendByMonth([invoice("2020-01-01", 1)], false, now)).toBeUndefined();
    expect(spendByMonth([invoice("soon", 1)], false, now)).toBeUndefined();
  });
});

describe("spendScale", () => {
  it.each([
    ["clips no month if the months are similar", [100, 90, 250], { top: 250, clipAbove: 250 }],
    ["is as high as the only month", [100], { top: 100, clipAbove: 100 }],
    ["has no height for credits alone", [-5, -9], { top: 0, clipAbove: 0 }],
    ["clips neither of two months that are far apart", [100, 1_000], { top: 1_000, clipAbove: 1_000 }],
    [
      "clips no month if two of seven are outliers",
      [9_000, 9_500, 1, 2, 3, 2, 1],
      { top: 9_500, clipAbove: 9_500 },
    ],
  ])("%s", (_, pounds, scale) => expect(spendScale(pounds)).toEqual(scale));

  it("clips one outlier of five months, and SpendPicture marks its bar", () => {
    const pounds = [128_495.64, 14_000, 6_500, 40, 0];
    expect(spendScale(pounds)).toEqual({ top: 14_000 * 1.35, clipAbove: 14_000 });
    const months = pounds.map((one, index) => ({
      value: `m${index}`,
      label: `Month ${index}`,
      count: 1,
      amount: `£${one}`,
      rounded: `£${Math.round(one)}`,
      pounds: one,
    }));
    const $ = load(render(createElement(SpendPicture, { months, label: "Spend" })));
    const heights = $("rect").map((_, bar) => Number($(bar).attr("height")));
    const [first = 0, second = 0, third = 0, ...low] = heights.get();
    expect(first).toBeGreaterThan(second * 1.2);
    expect(second / third).toBeCloseTo(14_000 / 6_500);
    expect(low).toEqual([3, 0]);
    expect($("path").length).toBe(1);
    expect($("text").first().text()).toBe("£128496");
    expect($("p").text()).toBe("Not drawn to scale: Month 0 (£128495.64)");
  });
});

describe("latestMonths, monthLabel and londonMonth", () => {
  it("latestMonths begins with the current month in London", () => {
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
  ])("monthLabel of %j is %s", (value, label) => {
    expect(monthLabel(value)).toBe(label);
  });

  it("londonMonth is undefined for an invalid date", () => expect(londonMonth("yesterday")).toBeUndefined());
});
