import { expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { licence } from "#shared/portal-api/licences.ts";
import { loadExpirySummary } from "./expiries.server.ts";

const now = new Date("2026-03-28T23:30:00Z");
const expiring = (expiryDate: string | null, more = {}) =>
  licence.parse({
    licenseId: 7,
    vendor: "Sage",
    notes: "Eight users",
    password: "pw-1",
    expiryDate,
    ...more,
  });

it.each([
  [["2026-03-28", "2026-06-26T22:59:00Z", "2026-06-26T23:00:00Z", "2026-03-27", null], "2", "Sage, today"],
  [["2026-06-26"], "1", "Sage, in 90 days"],
])(
  "counts how many of the expiry dates %j are within 90 days in London, and names the first",
  async (dates, count, next) => {
    const portal = { api: { call: () => Promise.resolve(dates.map((date) => expiring(date))) } };
    const figures = await loadExpirySummary(portal as unknown as Portal, now);
    expect(figures.map(({ detail, to }) => [detail, to])).toEqual([
      [count, "/coming-up?kind=subscriptions&days=90"],
      [next, "/products/subscriptions/7"],
    ]);
  },
);
