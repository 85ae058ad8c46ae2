import { expect, it, onTestFinished, vi } from "vitest";
import { requireRole } from "#app/request/require.ts";
import { runExclusively } from "#app/request/testing/run-once.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { beginPayment, type BeginRequest } from "./begin.server.ts";

it("a press that waits too long for a colleague's is asked to press again", async () => {
  const opened = await openPortal({ roles: ["1-Orders"], account: { clientId: "1", name: "One" } });
  const { records } = opened.services;
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const began = Promise.withResolvers<undefined>();
  const colleague = runExclusively(records, "begin payment in 1", () => {
    began.resolve(undefined);
    return answered;
  });
  await began.promise;
  const args = await opened.args("/invoices/payment-summary");
  const portal = await requireRole(args, "Orders");
  const request = { args, portal, body: new FormData(), intent: "", cardholder: {}, confirmed: false };
  const flash = vi.spyOn(portal.session, "flash");
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pressed = beginPayment(request as unknown as BeginRequest).catch((thrown: unknown) => thrown);
  vi.advanceTimersByTime(10_001);
  const refused = await pressed;

  expect((refused as Response).headers.get("location")).toBe("/invoices/make-a-payment");
  const text: unknown = expect.stringContaining("press Pay Now again");
  expect(flash.mock.calls).toEqual([[{ tone: "warning", text }]]);
  answer(undefined);
  await colleague;
});
