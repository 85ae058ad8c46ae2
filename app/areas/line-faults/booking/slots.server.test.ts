import { describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import { lineFaultVariables } from "#server/line-fault-variables.ts";
import { dayText, listSlotDays, parseSlot, readOpenSlots, slotSpan, slotValue } from "./slots.server.ts";

function parseConfig(settings: Readonly<Record<string, string>> = {}) {
  const pairs = Object.entries(lineFaultVariables).map(([key, { name, schema, defaultValue }]) => [
    key,
    schema.parse(settings[name] ?? defaultValue),
  ]);
  return Object.fromEntries(pairs) as Config;
}
const config = parseConfig();

const appointmentOn = (appointmentDate: string, appointmentTimeslot: string) => ({
  appointmentDate,
  appointmentTimeslot,
});
// 27 November 2026 is a Friday.
const week = [
  appointmentOn("2026-11-30", "PM"),
  appointmentOn("2026-11-27T00:00:00", "AM"),
  appointmentOn("2026-11-27", "Early Morning"),
  appointmentOn("2026-11-28", "AM"),
  appointmentOn("2026-11-29", "PM"),
  appointmentOn("soon", "AM"),
];

/** The days with their slots as texts; '|' separates the free slots from the chargeable ones. */
const listShown = (withChargeable: boolean, settings?: Readonly<Record<string, string>>) => {
  const testConfig = parseConfig(settings);
  return listSlotDays(readOpenSlots(week, testConfig).openSlots, testConfig, withChargeable).map(
    ({ heading, free, chargeable }) => [
      heading,
      ...[...free, "chargeable" as const, ...chargeable].map((slot) =>
        slot === "chargeable" ? "|" : `${slot.isTaken ? "taken" : "open"} ${slot.title} ${slot.hours}`.trim(),
      ),
    ],
  );
};

describe("the list of slots by day", () => {
  it("has the first 62 days in order", () => {
    const start = Date.UTC(2026, 10, 27);
    const tenYears = Array.from({ length: 3_650 }, (_, n) =>
      appointmentOn(new Date(start + n * 86_400_000).toISOString().slice(0, 10), "AM"),
    ).reverse();
    const settings = parseConfig({ WEEKEND_APPOINTMENTS: "1" });
    const days = listSlotDays(readOpenSlots(tenYears, settings).openSlots, settings, true);
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([62, "2026-11-27", "2027-01-27"]);
  });

  it("assigns a slot to its day in London, even in summer time", () => {
    expect(parseSlot(appointmentOn("2026-06-30T23:30:00Z", "AM"), config)?.day).toBe("2026-07-01");
    expect(parseSlot(appointmentOn("2026-07-01T00:00:00", "AM"), config)?.day).toBe("2026-07-01");
  });

  it("sorts the days, omits weekends, and marks a slot as taken if the API doesn't offer it", () => {
    expect(listShown(false)).toEqual([
      ["Fri 27 Nov", "open AM Morning 08:00–13:00", "taken PM Afternoon 13:00–18:00", "|"],
      ["Mon 30 Nov", "taken AM Morning 08:00–13:00", "open PM Afternoon 13:00–18:00", "|"],
    ]);
  });

  it("includes weekends if the configuration allows them", () => {
    expect(listShown(false, { WEEKEND_APPOINTMENTS: "1" }).map(([heading]) => heading)).toEqual([
      "Fri 27 Nov",
      "Sat 28 Nov",
      "Sun 29 Nov",
      "Mon 30 Nov",
    ]);
  });

  it("has chargeable slots separately on demand, sorted by time, with the configured names and hours", () => {
    const CHARGEABLE_SLOTS = "Night=Night,Evening=Evening 18:00-20:00,EarlyMorning=Early Morning 06:30-08:00";
    const FREE_SLOTS = "PM=Afternoon 13:00-18:00,AM=Morning 08:00-13:00";
    const [friday] = listShown(true, { CHARGEABLE_SLOTS, FREE_SLOTS });
    expect(friday?.slice(1)).toEqual([
      "open Morning 08:00–13:00",
      "taken Afternoon 13:00–18:00",
      "|",
      "open Early Morning 06:30–08:00",
      "taken Evening 18:00–20:00",
      "taken Night",
    ]);
  });
});

it("a slot that isn't configured is chargeable, so that no one pays without agreeing", () => {
  const unconfigured = [appointmentOn("2026-11-27", "Midnight")];
  expect(parseSlot(unconfigured[0]!, config)).toMatchObject({ title: "Midnight", isChargeable: true });
  const { openSlots } = readOpenSlots(unconfigured, config);
  expect(JSON.stringify(listSlotDays(openSlots, config, false))).not.toContain("Midnight");
  expect(listSlotDays(openSlots, config, true)[0]?.chargeable.at(-1)).toMatchObject({
    title: "Midnight",
    isTaken: false,
  });
});

it("slotValue is the same for different spellings of a day and a key", () => {
  const values = [
    appointmentOn("2026-06-30T23:30:00Z", "Early Morning"),
    appointmentOn("2026-07-01", "earlyMorning"),
  ].map((appointment) => slotValue(parseSlot(appointment, config)!));
  expect(values).toEqual(["2026-07-01 earlymorning", "2026-07-01 earlymorning"]);
  expect(parseSlot(appointmentOn("2026-07-01", "AM Morning"), config)).toMatchObject({
    key: "AM",
    isChargeable: false,
  });
});

it.each([
  ["2026-07-01", "AM", "2026-07-01T07:00:00.000Z", "2026-07-01T12:00:00.000Z"],
  ["2026-11-27", "PM", "2026-11-27T13:00:00.000Z", "2026-11-27T18:00:00.000Z"],
  // Without hours the whole day; on this one the clocks go back.
  ["2026-10-25", "Evening", "2026-10-24T23:00:00.000Z", "2026-10-25T23:59:00.000Z"],
])("on %s, the slot %s lasts from %s to %s", (day, key, start, end) => {
  const span = slotSpan(parseSlot(appointmentOn(day, key), config)!);
  expect([span.start.toISOString(), span.end.toISOString()]).toEqual([start, end]);
});

it("dayText writes a day in words", () => {
  expect(dayText({ day: "2026-11-24" })).toBe("Tuesday, 24th November 2026");
});
