import { afterEach, expect, it } from "vitest";
import { eventOf, fromToday } from "#app/areas/coming-up/coming-up.server.ts";
import { dayText, slotSpan } from "#app/areas/line-faults/booking/slots.server.ts";
import { repairTarget } from "#app/areas/line-faults/booking/success-view.server.ts";
import { visitEvent } from "#app/areas/line-faults/booking/visits.server.ts";
import { calendarFile } from "#app/files/calendar.server.ts";
import { daysUntil, formatDate, formatDateTime, timeAgo } from "#app/ui/format.ts";
import { dateOf } from "#server/feeds/parse-feed.ts";
import { londonHour, parseMoment } from "#shared/time/moment.ts";
import { formatWorkingDayAfter } from "#shared/time/working-days.server.ts";

const zoneOfTests = process.env["TZ"];
afterEach(() => {
  if (zoneOfTests === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zoneOfTests;
});

const zones = ["Europe/London", "America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe"];
// Around both changes of London's clocks and those of others, and in the small hours.
const moments = [
  "2026-03-08T10:30:00Z",
  "2026-03-29T00:30:00Z",
  "2026-03-29T01:30:00",
  "2026-10-24T23:30:00Z",
  "2026-10-25T01:30:00",
  "2026-11-01T09:30:00Z",
  "2026-12-31T23:59:59",
  "2026-07-01",
];
const careLevels = new Map([
  ["low", 1],
  ["med", 2],
  ["high", 3],
  ["extrahigh", 4],
]) as unknown as Parameters<typeof repairTarget>[2];

/** Whatever counts days or hours, in a time zone of the server. */
async function countedIn(zone: string) {
  process.env["TZ"] = zone;
  const now = new Date("2026-11-02T00:20:00Z");
  const levels = ["low", "med", "high", "extrahigh"];
  const slot = {
    day: "2026-10-25",
    key: "AM",
    title: "Morning",
    hours: { from: "08:00", to: "13:00" },
    isChargeable: false,
  };
  const config = { brandName: "Demarc", publicUrl: "http://portal.example" };
  const visit = { checkId: "1", ticketId: "2", at: moments[0]!, cli: "0", place: "" };
  const { hours: _, ...wholeDay } = slot;
  const expiries = moments.map((date) => ({ id: "1", title: "V expires", detail: "", to: "/", date }));
  const events = [
    visitEvent({ slot, ...visit }),
    visitEvent({ slot: wholeDay, ...visit }),
    ...(await fromToday("subscriptions", expiries, new Date("2026-03-01"))).map(eventOf),
  ];
  return {
    moments: moments.map((iso) => {
      const moment = parseMoment(iso)!;
      return [
        moment.toISOString(),
        londonHour(moment),
        ...[formatDate(iso), formatDateTime(iso), timeAgo(iso, now), daysUntil(iso, now)],
        formatWorkingDayAfter(moment, 5),
        ...levels.map((level) => repairTarget(level, moment, careLevels).toISOString()),
      ];
    }),
    feed: [
      "Tue, 30 Jun 2026 23:30:00",
      "2026-06-30T23:30:00",
      "30 Jun 2026",
      "Tue, 30 Jun 2026 23:30:00 GMT",
    ].map(dateOf),
    slot: [dayText(slot), slotSpan(slot)],
    calendar: (await calendarFile("Calendar", events, config, "1001").then((file) => file.text())).replaceAll(
      /^DTSTAMP.*$/gm,
      "",
    ),
  };
}

it.each(zones.slice(1))("days and hours are London's on a server in %s", async (zone) => {
  expect(await countedIn(zone)).toEqual(await countedIn("Europe/London"));
});

it("a feed's time without a zone is London's", () => {
  process.env["TZ"] = "America/Los_Angeles";
  const feedTimes = [
    "Tue, 30 Jun 2026 23:30:00",
    "Jun 30, 2026 11:30 PM",
    "2026-06-30T23:30:00",
    "30 Jun 2026",
  ];
  expect(feedTimes.map(dateOf)).toEqual([
    "2026-06-30T22:30:00.000Z",
    "2026-06-30T22:30:00.000Z",
    "2026-06-30T22:30:00.000Z",
    "2026-06-29T23:00:00.000Z",
  ]);
});
