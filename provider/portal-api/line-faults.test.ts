import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  acknowledgeAcceptance,
  getLineCheck,
  listAppointments,
  listFaultCodes,
  requestLineCheck,
} from "#app/portal-api/line-faults.ts";
import { availableSlots, isAvailable } from "#provider/line-faults/appointments.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";

const line = (ending: string) => ({ cli: `01947600${ending}`, postcode: "YO21 3PU", faultCode: "NDT" });
/** A Saturday, so that the first bookable day is a Monday. */
const start = new Date("2026-11-21T09:00:00Z");

let now = start;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider({ now: () => now, lineTestSeconds: 180 });
});
beforeEach(() => {
  now = start;
});
afterAll(() => provider.close());

const api = (person: "Anna" | "Carla" = "Anna") =>
  apiFor(provider, person, person === "Anna" ? "1001" : "1003");
const begin = async (ending: string) => String(await api().call(requestLineCheck, { body: line(ending) }));
const statusOf = (id: string) => api().call(getLineCheck, { params: { id } });

test("a line test ends after its duration", async () => {
  const id = await begin("100");
  expect(await statusOf(id)).toMatchObject({ status: "Pending", isFault: null, cli: "01947600100" });
  now = new Date(start.getTime() + 179_000);
  expect(await statusOf(id)).toMatchObject({ status: "Pending" });
  now = new Date(start.getTime() + 180_000);
  await expect.poll(() => statusOf(id)).toMatchObject({ status: "Finished", isFault: true });
});

test.each([
  ["000", { status: "Finished", isFault: false, hasLineAssurance: false, careLevel: "" }],
  ["150", { status: "Finished", isFault: true, careLevel: "Medium", troubleReportReference: "" }],
  ["399", { isFault: false, hasLineAssurance: true }],
  ["400", { isFault: true, hasLineAssurance: true }],
  ["599", { isFault: true, careLevel: "ExtraHigh", troubleReportReference: "" }],
  ["600", { isFault: true, troubleReportReference: expect.stringMatching(/^TR-/) as string }],
  ["749", { status: "Failed", isFault: false, info: expect.stringContaining("in use") as string }],
  ["750", { status: "Failed", info: "" }],
  ["900", { status: "Pending" }],
])("the line test of a number that ends in %s has its documented outcome", async (ending, check) => {
  const id = await begin(ending);
  provider.finishLineTests();
  expect(await statusOf(id)).toMatchObject(check);
});

test("each outcome of a line test issues its notification", async () => {
  const ids = [await begin("000"), await begin("800"), await begin("950")];
  provider.finishLineTests();
  const notifications = ids.map((id) =>
    provider.db
      .prepare("SELECT type, payload FROM notifications WHERE payload ->> 'lineFaultCheckId' = ?")
      .all(id)
      .map(({ type, payload }) => [type, (JSON.parse(String(payload)) as { error?: string }).error]),
  );
  expect(notifications).toEqual([
    [["LineFaultCheck", undefined]],
    [["FailedLineFaultCheck", "CliCannotBeLinkedToYourAccount"]],
    [["FailedLineFaultCheck", undefined]],
  ]);
});

test("refuses an invalid request, another account's number and another account's check", async () => {
  const broken = api().call(requestLineCheck, { body: { cli: "1947", postcode: "?", faultCode: "" } });
  await expect(broken).rejects.toMatchObject({
    brokenRules: ["Cli", "Postcode", "FaultCode"].map((property) => ({ property })),
  });
  await expect(begin("850")).rejects.toMatchObject({ serverText: "CliCannotBeLinkedToYourAccount" });
  const params = { id: await begin("000") };
  await expect(api("Carla").call(getLineCheck, { params })).rejects.toMatchObject({ kind: "notFound" });
  expect((await api().call(listFaultCodes, {})).length).toBeGreaterThan(3);
});

test("stores what was accepted, except for a number of the scenario 'not-confirmed'", async () => {
  const flags = {
    timeRelatedChargesAccepted: false,
    chargeableAppointmentAccepted: true,
    noFaultCheckListConfirmed: true,
  };
  const [stored, notStored] = [await begin("000"), await begin("980")];
  const acknowledge = (faultCheckId: string) =>
    api().call(acknowledgeAcceptance, { body: { faultCheckId, ...flags } });
  expect([await acknowledge(stored), await acknowledge(notStored)]).toEqual([
    flags,
    {
      timeRelatedChargesAccepted: false,
      chargeableAppointmentAccepted: false,
      noFaultCheckListConfirmed: false,
    },
  ]);
  expect([await statusOf(stored), await statusOf(notStored)]).toMatchObject([
    { noFaultCheckListConfirmed: true },
    { noFaultCheckListConfirmed: false },
  ]);
});

test("lists no appointments on bank holidays", () => {
  const slots = availableSlots("01947600000", new Date("2026-12-10T12:00:00Z"));
  const days = new Set(slots.map(({ appointmentDate }) => appointmentDate));
  expect(
    ["2026-12-24", "2026-12-25", "2026-12-28", "2026-12-29", "2027-01-01"].filter((day) => days.has(day)),
  ).toEqual(["2026-12-24", "2026-12-29"]);
});

test("lists appointments of four weeks, some of them taken; none for 960, none bookable for 970", async () => {
  const slotsOf = async (ending: string) =>
    api().call(listAppointments, { params: { id: await begin(ending) } });
  const slots = await slotsOf("000");
  const days = new Set(slots.map(({ appointmentDate }) => appointmentDate));
  expect([slots[0]?.appointmentDate, days.has("2026-11-29")]).toEqual(["2026-11-23", false]);
  expect(days.size).toBeGreaterThanOrEqual(20);
  expect(new Set(slots.map(({ appointmentTimeslot }) => appointmentTimeslot)).size).toBe(6);
  expect(slots.length).toBeLessThan(20 * 6 + 4);
  expect((await slotsOf("960")).length).toBe(0);
  const [morning] = slots.filter(({ appointmentTimeslot }) => appointmentTimeslot === "AM Morning");
  const canBook = (ending: string) => isAvailable(line(ending).cli, morning!, now);
  expect([
    canBook("000"),
    canBook("970"),
    isAvailable("01947600000", { ...morning!, appointmentDate: "2020-01-01" }, now),
  ]).toEqual([true, false, false]);
});
