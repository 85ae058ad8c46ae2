import { describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import { lineFaultVariables } from "#server/line-fault-variables.ts";
import { dayText, listSlotDays, openSlots, parseSlot, slotSpan, slotValue } from "./slots.server.ts";

function configured(settings: Readonly<Record<string, string>> = {}) {
  const pairs = Object.entries(lineFaultVariables).map(([key, { name, schema, fallback }]) => [
    key,
    schema.parse(settings[name] ?? fallback),
  ]);
  return Object.fromEntries(pairs) as Config;
}
const config = configured();

// 27 November 2026 is a Friday.
const at = (appointmentDate: string, appointmentTimeslot: string) => ({
  appointmentDate,
  appointmentTimeslot,
});
const week = [
  at("2026-11-30", "PM"),
  at("2026-11-27T00:00:00", "AM"),
  at("2026-11-27", "Early Morning"),
  at("2026-11-28", "AM"),
  at("2026-11-29", "PM"),
  at("soon", "AM"),
];

const shown = (withChargeable: boolean, settings?: Readonly<Record<string, string>>) => {
  const used = configured(settings);
  return listSlotDays(openSlots(week, used).open, used, withChargeable).map(
    ({ heading, free, chargeable }) => [
      heading,
      ...[...free, "chargeable" as const, ...chargeable].map((slot) =>
        slot === "chargeable" ? "|" : `${slot.isTaken ? "taken" : "open"} ${slot.title} ${slot.hours}`.trim(),
      ),
    ],
  );
};

describe("the days", () => {
  it("are the first two months of ten years, in their order", () => {
    const start = Date.UTC(2026, 10, 27);
    const tenYears = Array.from({ length: 3_650 }, (_, n) =>
      at(new Date(start + n * 86_400_000).toISOString().slice(0, 10), "AM"),
    ).reverse();
    const settings = configured({ WEEKEND_APPOINTMENTS: "1" });
    const days = listSlotDays(openSlots(tenYears, settings).open, settings, true);
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([62, "2026-11-27", "2027-01-27"]);
  });

  it("have a moment of summer on London's day", () => {
    expect(parseSlot(at("2026-06-30T23:30:00Z", "AM"), config)?.day).toBe("2026-07-01");
    expect(parseSlot(at("2026-07-01T00:00:00", "AM"), config)?.day).toBe("2026-07-01");
  });

  it("come in their order, without weekends, and what the API does not offer is taken", () => {
    expect(shown(false)).toEqual([
      ["Fri 27 Nov", "open AM Morning 08:00–13:00", "taken PM Afternoon 13:00–18:00", "|"],
      ["Mon 30 Nov", "taken AM Morning 08:00–13:00", "open PM Afternoon 13:00–18:00", "|"],
    ]);
  });

  it("have weekends where they are allowed", () => {
    expect(shown(false, { WEEKEND_APPOINTMENTS: "1" }).map(([heading]) => heading)).toEqual([
      "Fri 27 Nov",
      "Sat 28 Nov",
      "Sun 29 Nov",
      "Mon 30 Nov",
    ]);
  });

  it("show the chargeable slots on demand and apart, in order of time, by the configuration's names and hours", () => {
    const CHARGEABLE_SLOTS = "Night=Night,Evening=Evening 18:00-20:00,EarlyMorning=Early Morning 06:30-08:00";
    const FREE_SLOTS = "PM=Afternoon 13:00-18:00,AM=Morning 08:00-13:00";
    const [friday] = shown(true, { CHARGEABLE_SLOTS, FREE_SLOTS });
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

it("a slot that the configuration does not name is chargeable: nobody pays for it unasked", () => {
  const odd = [at("2026-11-27", "Midnight")];
  expect(parseSlot(odd[0]!, config)).toMatchObject({ title: "Midnight", isChargeable: true });
  const { open } = openSlots(odd, config);
  expect(JSON.stringify(listSlotDays(open, config, false))).not.toContain("Midnight");
  expect(listSlotDays(open, config, true)[0]?.chargeable.at(-1)).toMatchObject({
    title: "Midnight",
    isTaken: false,
  });
});

it("a slot is known by its day in London and its key, however they are written", () => {
  const values = [at("2026-06-30T23:30:00Z", "Early Morning"), at("2026-07-01", "earlyMorning")].map((one) =>
    slotValue(parseSlot(one, config)!),
  );
  expect(values).toEqual(["2026-07-01 earlymorning", "2026-07-01 earlymorning"]);
  expect(parseSlot(at("2026-07-01", "AM Morning"), config)).toMatchObject({ key: "AM", isChargeable: false });
});

it.each([
  ["2026-07-01", "AM", "2026-07-01T07:00:00.000Z", "2026-07-01T12:00:00.000Z"],
  ["2026-11-27", "PM", "2026-11-27T13:00:00.000Z", "2026-11-27T18:00:00.000Z"],
  // Without hours the whole day; on this one the clocks go back.
  ["2026-10-25", "Evening", "2026-10-24T23:00:00.000Z", "2026-10-25T23:59:00.000Z"],
])("%s %s lasts from %s to %s", (day, key, start, end) => {
  const span = slotSpan(parseSlot(at(day, key), config)!);
  expect([span.start.toISOString(), span.end.toISOString()]).toEqual([start, end]);
});

it("a day is told in words", () => {
  expect(dayText({ day: "2026-11-24" })).toBe("Tuesday, 24th November 2026");
});
