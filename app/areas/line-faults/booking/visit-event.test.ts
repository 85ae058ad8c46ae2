import { afterEach, expect, it, vi } from "vitest";
import { calendarFile } from "#app/files/calendar.server.ts";
import { visitEvent } from "./visits.server.ts";

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
  checkId: "61",
  ticketId: "4711" as string | undefined,
  at: "2026-06-29T09:00:00Z",
  cli: "01273123456",
  place: "1 Quay, Whitby",
};

const textOf = async (one: typeof visit, { publicUrl = config.publicUrl, clientId = "1001" } = {}) => {
  const file = calendarFile("Engineer appointment", [visitEvent(one)], { ...config, publicUrl }, clientId);
  return (await file).text();
};

it.each(["America/New_York", "Pacific/Auckland", "Europe/London"])(
  "the calendar entry has the slot's hours in London when the server's time zone is %s",
  async (zone) => {
    vi.stubEnv("TZ", zone);
    const text = await textOf(visit);
    expect(text).toContain("\r\nDTSTART:20260701T070000Z\r\nDTEND:20260701T120000Z\r\n");
    expect(text).toContain("\r\nUID:engineer-appointment-1001-4711@portal.example\r\n");
    expect(text).toContain("\r\nSUMMARY:Engineer appointment: AM Morning\r\n");
    expect(text).toContain("\r\nLOCATION:1 Quay\\, Whitby\r\n");
    const evening = { day: "2026-07-02", key: "Evening", title: "Evening", isChargeable: true };
    expect(await textOf({ ...visit, slot: { ...morning, ...evening, hours: undefined } as never })).toContain(
      "\r\nDTSTART;VALUE=DATE:20260702\r\n",
    );
  },
);

it("a later booking has a higher sequence number, so that it replaces the first in a calendar", async () => {
  const sequenceOf = async (at: string) => Number(/SEQUENCE:(\d+)/.exec(await textOf({ ...visit, at }))?.[1]);
  expect(await sequenceOf("2026-06-30T09:00:00Z")).toBeGreaterThan(await sequenceOf(visit.at));
});

it("the UID depends on portal, account and ticket only", async () => {
  const uidOf = async (more: Partial<typeof visit>, where = {}) =>
    /UID:(.*)\r/.exec(await textOf({ ...visit, ...more }, where))?.[1];
  const uid = await uidOf({});
  expect(await uidOf({ at: "2026-07-30T09:00:00Z", cli: "01", place: "elsewhere" })).toBe(uid);
  const otherUids = await Promise.all([
    uidOf({}, { clientId: "1002" }),
    uidOf({ ticketId: "711" }, { clientId: "1001-4" }),
    uidOf({ ticketId: "4-711" }),
    uidOf({}, { publicUrl: "https://portal.example:8443" }),
    uidOf({}, { publicUrl: "https://other.example" }),
  ]);
  expect(new Set([uid, ...otherUids]).size).toBe(6);
});

it("the entry of a visit whose ticket is unknown names its check", async () => {
  const text = await textOf({ ...visit, ticketId: undefined });
  expect(text).toContain("\r\nUID:engineer-appointment-1001-61@portal.example\r\n");
  expect(text).toContain("\r\nDESCRIPTION:Telephone line 01273123456\r\n");
  expect(text).toContain("/line-faults/61?account=1001");
});
