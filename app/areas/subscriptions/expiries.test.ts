import { expect, it, vi } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { licence } from "#shared/portal-api/licences.ts";
import { expiryCalendar, loadExpirySummary } from "./expiries.server.ts";

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
    const { figures } = await loadExpirySummary(portal as unknown as Portal, now);
    expect(figures.map(({ detail }) => detail)).toEqual([
      count,
      { text: next, to: "/products/subscriptions/7" },
    ]);
  },
);

it("a calendar event is on the London day of the expiry, in any time zone of the server", async () => {
  const options = { brandName: "Demarc", publicUrl: "https://portal.example/", clientId: "1001" };
  try {
    for (const TZ of ["America/New_York", "Pacific/Auckland", "Europe/London"]) {
      vi.stubEnv("TZ", TZ);
      // Half past midnight in London's summer.
      const text = await expiryCalendar(
        [expiring("2026-07-01T23:30:00Z"), expiring(null), expiring("soon")],
        options,
        "80 more are not in this file.",
      );
      expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
      expect(text).toContain("\r\nDTSTART;VALUE=DATE:20260702\r\n");
      expect(text).toContain("\r\nUID:subscription-1001-7@portal.example\r\n");
      expect(text).toContain("\r\nSUMMARY:Sage subscription expires\r\nDESCRIPTION:Eight users\r\n");
      expect(text).toContain("\r\nX-WR-CALDESC:80 more are not in this file.\r\n");
      expect(text).not.toContain("pw-1");
    }
  } finally {
    vi.unstubAllEnvs();
  }
});
