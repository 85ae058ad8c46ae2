import { expect, it, onTestFinished, vi } from "vitest";
import { requireRole } from "#app/request/require.ts";
import { runExclusively } from "#app/request/testing/run-once.ts";
import { startScriptedApi } from "#app/request/testing/scripted-api.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { beginPayment, type PostedReview } from "./begin.server.ts";
import { beginName, currentIntent } from "./intent.server.ts";
import { findOpenPayments } from "./open-payments.server.ts";
import { changeSelection } from "./selection.server.ts";

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
  const request = { args, portal, body: new FormData(), source: { intent: "" }, values: {}, texts: {} };
  const flash = vi.spyOn(portal.session, "flash");
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pressed = beginPayment(request as unknown as PostedReview).catch((thrown: unknown) => thrown);
  vi.advanceTimersByTime(10_001);
  const refused = await pressed;

  expect((refused as Response).headers.get("location")).toBe("/invoices/make-a-payment");
  const text: unknown = expect.stringContaining("press Pay Now again");
  expect(flash.mock.calls).toEqual([[{ tone: "warning", text }]]);
  answer(undefined);
  await colleague;
});

// Delete this test with former-payments.server.ts.
it("a payment that the former build began is listed under its account when Pay Now is pressed again", async () => {
  const api = await startScriptedApi();
  onTestFinished(() => api.close());
  const invoice = { invoiceNumber: "7", dateIssued: "2026-11-01", status: 0, total: 9, outstandingAmount: 9 };
  api.on("GET Invoice/Details", invoice);
  const account = { clientId: "1", name: "One" };
  const opened = await openPortal({ apiUrl: api.url, roles: ["1-Orders"], account });
  const args = await opened.args("/invoices/payment-summary");
  const { context } = args;
  const portal = await requireRole(args, "Orders");
  await changeSelection(portal, { add: ["7"] });
  const intent = await currentIntent(portal, [invoice]);
  const payment = { amount: 9, invoiceNumbers: ["7"], amounts: [9], at: Date.parse("2026-11-20T08:00:00Z") };
  const begun = { ...payment, start: {}, cardholder: {} };
  await opened.services.records.change(beginName(intent), () => ({ state: "known", value: begun }));
  const request = { args, portal, body: new FormData(), source: { intent }, values: {}, texts: {} };
  await beginPayment(request as unknown as PostedReview);
  expect((await findOpenPayments(context, portal)).byPayer).toMatchObject([{ ...payment, account }]);
});
