import { afterEach, expect, it, vi } from "vitest";
import { visitCalendar } from "./visit-calendar.server.ts";

afterEach(() => vi.unstubAllEnvs());

const config = { brandName: "Demarc", publicUrl: "https://portal.example" };
const morning = {
  day: "2026-07-01",
  key: "AM",
  title: "AM Morning",
  hours: { from: "08:00", to: "13:00" },
  isChargeable: false,
};
const visit = {
  slot: morning,
  clientId: "1001",
  checkId: "61",
  ticketId: "4711",
  bookedAt: "2026-06-29T09:00:00Z",
  cli: "01273123456",
  address: "1 Quay, Whitby",
};

it.each(["America/New_York", "Pacific/Auckland", "Europe/London"])(
  "the calendar entry has the slot's hours in London when the server's time zone is %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    const text = visitCalendar(visit, config);
    expect(text).toContain("\r\nDTSTART:20260701T070000Z\r\nDTEND:20260701T120000Z\r\n");
    expect(text).toContain("\r\nUID:engineer-appointment-1001-4711@portal.example\r\n");
    expect(text).toContain("\r\nSUMMARY:Engineer appointment: AM Morning\r\n");
    expect(text).toContain("\r\nLOCATION:1 Quay\\, Whitby\r\n");
    const evening = { day: "2026-07-02", key: "Evening", title: "Evening", isChargeable: true };
    expect(visitCalendar({ ...visit, slot: evening }, config)).toContain(
      "\r\nDTSTART;VALUE=DATE:20260702\r\n",
    );
  },
);

it("a later booking has a higher sequence number, so that it replaces the first in a calendar", () => {
  const sequenceOf = (bookedAt: string) =>
    Number(/SEQUENCE:(\d+)/.exec(visitCalendar({ ...visit, bookedAt }, config))?.[1]);
  expect(sequenceOf("2026-06-30T09:00:00Z")).toBeGreaterThan(sequenceOf(visit.bookedAt));
});

it("the UID depends on portal, account and ticket only", () => {
  const uidOf = (more: Partial<typeof visit>, publicUrl = config.publicUrl) =>
    /UID:(.*)\r/.exec(visitCalendar({ ...visit, ...more }, { ...config, publicUrl }))?.[1];
  const uid = uidOf({});
  expect(uidOf({ bookedAt: "2026-07-30T09:00:00Z", cli: "01", address: "elsewhere" })).toBe(uid);
  const otherUids = [
    uidOf({ clientId: "1002" }),
    uidOf({ clientId: "1001-4", ticketId: "711" }),
    uidOf({ clientId: "1001", ticketId: "4-711" }),
    uidOf({}, "https://portal.example:8443"),
    uidOf({}, "https://other.example"),
  ];
  expect(new Set([uid, ...otherUids]).size).toBe(6);
});

it("the entry of a visit whose ticket is unknown names its check", () => {
  const text = visitCalendar({ ...visit, ticketId: undefined }, config);
  expect(text).toContain("\r\nUID:engineer-appointment-1001-61@portal.example\r\n");
  expect(text).toContain("\r\nDESCRIPTION:Telephone line 01273123456\r\n");
  expect(text).toContain("/line-faults/61?account=1001");
});
