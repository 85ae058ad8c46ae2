import { expect, it } from "vitest";
import type { Agreement, Progress } from "#app/areas/line-faults/check.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LineCheck } from "#shared/portal-api/line-faults.ts";
import { termsFingerprint, validAgreements } from "./agreements.server.ts";
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
const appointmentOn = (appointmentDate: string, appointmentTimeslot: string) => ({
  appointmentDate,
  appointmentTimeslot,
});
const evening = appointmentOn("2026-11-24", "Evening");
const agreement = (terms: string): Agreement => ({ title: "", wording: [], by: "Anna", at: "", terms });

const agreed: Progress = {
  slot: evening,
  timeRelatedChargesAccepted: agreement(termsFingerprint(args, harbour)),
  chargeableAppointmentAccepted: agreement(
    termsFingerprint(args, harbour, parseSlot(evening, config as never)),
  ),
};
const validNames = (
  progress: Progress = agreed,
  {
    routeArgs = args,
    portal = harbour,
    check = {},
  }: { routeArgs?: RouteArgs; portal?: Portal; check?: object } = {},
) => Object.keys(validAgreements(routeArgs, { portal, check: check as LineCheck, progress }));

const bothNames = ["timeRelatedChargesAccepted", "chargeableAppointmentAccepted"];
const [timeCharges = "", slotPrice = ""] = bothNames;

it("an agreed price is valid only for its slot, amount and account; time charges only without Line Assurance", () => {
  expect(validNames()).toEqual(bothNames);
  for (const slot of [
    appointmentOn("2026-11-24", "AM"),
    appointmentOn("2026-11-24", "Early"),
    appointmentOn("2026-11-25", "Evening"),
    undefined,
  ])
    expect(validNames({ ...agreed, ...(slot ? { slot } : { slot: undefined! }) })).toEqual([timeCharges]);
  expect(validNames(agreed, { routeArgs: argsOf({ appointmentCost: "£160" }) })).toEqual([timeCharges]);
  const pine = { account: { clientId: "1002", name: "Pine" } } as Portal;
  expect(validNames(agreed, { portal: pine })).toEqual([timeCharges]);
  expect(validNames(agreed, { check: { hasLineAssurance: true } })).toEqual([slotPrice]);
});

it("an agreement to a slot's price is dropped if the slot has become free", () => {
  const free = argsOf({ freeSlots: [{ key: "Evening", title: "Evening" }], chargeableSlots: [] });
  expect(validNames(agreed, { routeArgs: free })).toEqual([timeCharges]);
});

it("the value true, which an earlier version stored, isn't an agreement", () => {
  const stored = { slot: evening, timeRelatedChargesAccepted: true, chargeableAppointmentAccepted: true };
  expect(validNames(stored as unknown as Progress)).toEqual([]);
});
