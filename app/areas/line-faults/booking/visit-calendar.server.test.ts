import { afterEach, expect, it, vi } from "vitest";
import { visitCalendar } from "./visit-calendar.server.ts";

afterEach(() => vi.unstubAllEnvs());

const place = { brandName: "Demarc", publicUrl: "https://portal.example" };
const am = {
  day: "2026-07-01",
  key: "AM",
  title: "AM Morning",
  hours: { from: "08:00", to: "13:00" },
  isChargeable: false,
};
const visit = {
  slot: am,
  clientId: "1001",
  ticketId: "4711",
  at: "2026-06-29T09:00:00Z",
  cli: "01273123456",
  address: "1 Quay, Whitby",
};

it.each(["America/New_York", "Pacific/Auckland", "Europe/London"])(
  "the visit has the hours of its slot in London, whatever zone the machine is in: %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    const text = visitCalendar(visit, place);
    expect(text).toContain("\r\nDTSTART:20260701T070000Z\r\nDTEND:20260701T120000Z\r\n");
    expect(text).toContain("\r\nUID:engineer-appointment-1001-4711@portal.example\r\n");
    expect(text).toContain("\r\nSUMMARY:Engineer appointment: AM Morning\r\n");
    expect(text).toContain("\r\nLOCATION:1 Quay\\, Whitby\r\n");
    const evening = { day: "2026-07-02", key: "Evening", title: "Evening", isChargeable: true };
    expect(visitCalendar({ ...visit, slot: evening }, place)).toContain(
      "\r\nDTSTART;VALUE=DATE:20260702\r\n",
    );
  },
);

it("one that is booked anew takes the place of the first", () => {
  const sequenceOf = (at: string) =>
    Number(/SEQUENCE:(\d+)/.exec(visitCalendar({ ...visit, at }, place))?.[1]);
  expect(sequenceOf("2026-06-30T09:00:00Z")).toBeGreaterThan(sequenceOf(visit.at));
});

it("its UID is the ticket's of that account at that portal, and no other's", () => {
  const uidOf = (more: Partial<typeof visit>, publicUrl = place.publicUrl) =>
    /UID:(.*)\r/.exec(visitCalendar({ ...visit, ...more }, { ...place, publicUrl }))?.[1];
  const one = uidOf({});
  expect(uidOf({ at: "2026-07-30T09:00:00Z", cli: "01", address: "elsewhere" })).toBe(one);
  const others = [
    uidOf({ clientId: "1002" }),
    uidOf({ clientId: "1001-4", ticketId: "711" }),
    uidOf({ clientId: "1001", ticketId: "4-711" }),
    uidOf({}, "https://portal.example:8443"),
    uidOf({}, "https://other.example"),
  ];
  expect(new Set([one, ...others]).size).toBe(6);
});
