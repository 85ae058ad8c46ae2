import { expect, it } from "vitest";
import { parseMonth } from "./invoice-months.server.ts";

it.each([
  ["2026-10", "2026-10"],
  ["10/2026", "2026-10"],
  ["1/2026", "2026-01"],
  ["October 2025", "2025-10"],
  ["oct 2025", "2025-10"],
  ["sept. 2025", "2025-09"],
  ["November", "2026-11"],
  ["december", "2025-12"],
  ["may", "2026-05"],
  ["Oct", "2026-10"],
  ["sept.", "2026-09"],
  ["JAN", "2026-01"],
])("%j is parsed as %s", (keyword, month) => {
  expect(parseMonth(keyword, new Date("2026-11-22T12:00:00Z"))).toBe(month);
});

it.each(["Octopus", "13/2026", "2026", "2026-10-05", "PO-2026-10", "October invoices", "410317", "ma", ""])(
  "%j isn't parsed as a month",
  (keyword) => {
    expect(parseMonth(keyword, new Date("2026-11-22T12:00:00Z"))).toBeUndefined();
  },
);
