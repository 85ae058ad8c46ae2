import { expect, test } from "vitest";
import { parseMoment } from "#shared/time/moment.ts";
import { daysUntil, formatDate, formatDateTime, formatDays, formatMoney, timeAgo } from "./format.ts";

test("dates and times are in London's time zone and British order", () => {
  // 23:30 UTC in summer is half past midnight of the next day in London.
  expect(formatDate("2024-06-30T23:30:00Z")).toBe("01/07/2024");
  expect(formatDateTime("2024-06-30T23:30:00Z")).toBe("01/07/2024 00:30");
  expect(formatDateTime("2024-11-05T09:05:00Z")).toBe("05/11/2024 09:05");
});

test("a time without an offset is London's, and a date without a time stays the same day", () => {
  expect(formatDateTime("2024-07-01T09:05:00")).toBe("01/07/2024 09:05");
  expect(formatDate("2024-07-01")).toBe("01/07/2024");
});

test.each([undefined, null, "", "  ", "0001-01-01T00:00:00"])("%j is no date at all", (value) => {
  expect([formatDate(value), formatDateTime(value), daysUntil(value), timeAgo(value)]).toEqual(
    Array(4).fill(undefined),
  );
});

test.each([
  "yesterday",
  "2024-13-40",
  "2024-02-30T00:00:00Z",
  "2024-02-30",
  `2024-07-01${" ".repeat(100)}`,
  "+275760-09-13T00:00:00Z",
])("'%s' can't be read, and the page says so", (value) => {
  const sentence = "We can't read this date";
  expect([formatDate(value), formatDateTime(value)]).toEqual([sentence, sentence]);
  expect([daysUntil(value), timeAgo(value)]).toEqual([undefined, undefined]);
});

test("the year 9999 is never in some number of days", () => {
  expect([formatDate("9999-12-31"), daysUntil("9999-12-31T23:59:59")]).toEqual(["31/12/9999", undefined]);
});

test("times around the start and end of summer time are London's", () => {
  const shown = ["2026-03-29T00:59:59", "2026-03-29T02:00:00", "2026-10-25T00:30:00", "2026-10-25T02:30:00"];
  expect(shown.map((iso) => parseMoment(iso)?.toISOString())).toEqual([
    "2026-03-29T00:59:59.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-10-24T23:30:00.000Z",
    "2026-10-25T02:30:00.000Z",
  ]);
  expect(parseMoment("2026-07-01T24:00:00")?.toISOString()).toBe("2026-07-01T23:00:00.000Z");
  expect(parseMoment("2026-07-01T09:00:00+0200")?.toISOString()).toBe("2026-07-01T07:00:00.000Z");
});

test.each([
  ["2026-11-24T12:00:30Z", "just now"],
  ["2026-11-24T12:00:00Z", "just now"],
  ["2026-11-24T11:59:01Z", "just now"],
  ["2026-11-24T11:59:00Z", "1 minute ago"],
  ["2026-11-24T11:57:30Z", "2 minutes ago"],
  ["2026-11-23T12:00:00Z", "1 day ago"],
])("at noon on 24 November, %s is '%s'", (iso, words) => {
  expect(timeAgo(iso, new Date("2026-11-24T12:00:00Z"))).toBe(words);
});

test.each([
  // 48 hours and 10 minutes by any clock, though New York's was put back in between.
  ["2026-10-31T11:50:00Z", "2026-11-02T12:00:00Z", "2 days ago"],
  // London's clocks were put back: 24 hours on the same day, and an evening that's a day ago.
  ["2026-10-24T23:10:00Z", "2026-10-25T23:20:00Z", "24 hours ago"],
  ["2026-10-24T22:10:00Z", "2026-10-25T23:20:00Z", "1 day ago"],
  ["2026-11-23T20:00:00Z", "2026-11-25T08:00:00Z", "2 days ago"],
  ["2026-11-01T12:00:00Z", "2026-12-01T12:00:00Z", "30 days ago"],
  ["2026-11-01T12:00:00Z", "2026-12-02T12:00:00Z", "1 month ago"],
  ["2025-11-02T12:00:00Z", "2026-11-01T12:00:00Z", "11 months ago"],
  ["2024-10-01T12:00:00Z", "2026-11-01T12:00:00Z", "2 years ago"],
  ["2026-12-01T12:00:00Z", "2026-11-24T12:00:00Z", "in 7 days"],
])("%s was at %s '%s'", (iso, now, words) => {
  expect(timeAgo(iso, new Date(now))).toBe(words);
});

test.each([
  [1234567.5, "£1,234,567.50"],
  [0, "£0.00"],
  [-0.001, "£0.00"],
  [-12.3, "−£12.30"],
])("%d pounds are formatted as %s", (pounds, written) => {
  expect(formatMoney(pounds)).toBe(written);
});

test("formatMoney throws for NaN", () => {
  expect(() => formatMoney(Number.NaN)).toThrow(RangeError);
});

test.each([
  [undefined, undefined],
  [0, "today"],
  [121, "in 121 days"],
  [-122, "4 months ago"],
  [400, "in 13 months"],
  [730, "in 2 years"],
  [1095, "in 3 years"],
])("%j days are formatted as %j", (days, words) => {
  expect(formatDays(days)).toBe(words);
});
