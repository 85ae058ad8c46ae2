import { expect, it } from "vitest";
import type { Consent, Progress } from "#app/areas/line-faults/check.server.ts";
import type { LineCheck } from "#app/portal-api/line-faults.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { termsFingerprint, validConsents } from "./consent.server.ts";
import { parseSlot } from "./slots.server.ts";

const config = {
  freeSlots: [{ key: "AM", title: "AM Morning" }],
  chargeableSlots: [
    { key: "Early", title: "Early Morning" },
    { key: "Evening", title: "Evening" },
  ],
  weekendAppointments: false,
  appointmentCost: "£145",
};
const argsOf = (more: Partial<typeof config> = {}) =>
  ({ context: { config: { ...config, ...more } } }) as unknown as RouteArgs;
const args = argsOf();
const harbour = { account: { clientId: "1001", name: "Harbour" } } as Portal;
const on = (appointmentDate: string, appointmentTimeslot: string) => ({
  appointmentDate,
  appointmentTimeslot,
});
const evening = on("2026-11-24", "Evening");
const consent = (terms: string): Consent => ({ title: "", wording: [], by: "Anna", at: "", terms });

const agreed: Progress = {
  slot: evening,
  timeRelatedChargesAccepted: consent(termsFingerprint(args, harbour)),
  chargeableAppointmentAccepted: consent(
    termsFingerprint(args, harbour, parseSlot(evening, config as never)),
  ),
};
const holding = (
  progress: Progress = agreed,
  { asked = args, portal = harbour, check = {} }: { asked?: RouteArgs; portal?: Portal; check?: object } = {},
) => Object.keys(validConsents(asked, { portal, check: check as LineCheck, progress }));

const both = ["timeRelatedChargesAccepted", "chargeableAppointmentAccepted"];
const [byTime = "", bySlot = ""] = both;

it("what was agreed to holds for its slot, price and account, and for no other", () => {
  expect(holding()).toEqual(both);
  for (const slot of [
    on("2026-11-24", "AM"),
    on("2026-11-24", "Early"),
    on("2026-11-25", "Evening"),
    undefined,
  ])
    expect(holding({ ...agreed, ...(slot ? { slot } : { slot: undefined! }) })).toEqual([byTime]);
  expect(holding(agreed, { asked: argsOf({ appointmentCost: "£160" }) })).toEqual([byTime]);
  const pine = { account: { clientId: "1002", name: "Pine" } } as Portal;
  expect(holding(agreed, { portal: pine })).toEqual([byTime]);
  expect(holding(agreed, { check: { hasLineAssurance: true } })).toEqual([bySlot]);
});

it("a slot that has become free since costs nothing", () => {
  const free = argsOf({ freeSlots: [{ key: "Evening", title: "Evening" }], chargeableSlots: [] });
  expect(holding(agreed, { asked: free })).toEqual([byTime]);
});

it("what an earlier build noted is no agreement", () => {
  const noted = { slot: evening, timeRelatedChargesAccepted: true, chargeableAppointmentAccepted: true };
  expect(holding(noted as unknown as Progress)).toEqual([]);
});
