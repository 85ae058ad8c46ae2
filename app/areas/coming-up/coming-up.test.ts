import { expect, it, vi } from "vitest";
import { calendarFile } from "#app/files/calendar.server.ts";
import { eventOf, fromToday } from "./coming-up.server.ts";

const now = new Date("2026-03-28T23:30:00Z");
const config = { brandName: "Demarc", publicUrl: "https://portal.example/" };
const on = (date: string) => ({
  ...{
    id: date,
    date,
    title: "Sage subscription expires",
    detail: "Eight users",
    to: "/products/subscriptions/7",
  },
});

it("lists what's due from today (in London) on, soonest first, and leaves out items without a usable date", async () => {
  const dates = ["2026-06-26", "2026-03-27", "9999-12-31", "soon", "", "2026-03-28"];
  const items = await fromToday("subscriptions", dates.map(on), now);
  expect(items.map(({ date, days }) => [date, days])).toEqual([
    ["2026-03-28", 0],
    ["2026-06-26", 90],
  ]);
});

it("puts a calendar event on the London day, whatever the server's time zone", async () => {
  try {
    for (const TZ of ["America/New_York", "Pacific/Auckland", "Europe/London"]) {
      vi.stubEnv("TZ", TZ);
      // Half past midnight in London in summer.
      const items = await fromToday("subscriptions", [{ ...on("2026-07-01T23:30:00Z"), id: "7" }], now);
      const note = "80 more are not in this file.";
      const file = await calendarFile("Coming up", items.map(eventOf), config, "1001", note);
      const text = await file.text();
      expect(text).toContain("\r\nDTSTART;VALUE=DATE:20260702\r\n");
      expect(text).toContain("\r\nUID:subscription-1001-7@portal.example\r\n");
      expect(text).toContain("\r\nSUMMARY:Sage subscription expires\r\nDESCRIPTION:Eight users\r\n");
      expect(text).toContain("\r\nX-WR-CALDESC:80 more are not in this file.\r\n");
    }
  } finally {
    vi.unstubAllEnvs();
  }
});
