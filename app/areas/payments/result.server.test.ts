import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { cardReturnIn, keepCardReturn, keptCardReturns, type CardReturn } from "#app/request/card-return.ts";
import { requireRole } from "#app/request/require.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { logUnansweredReturns, paymentResult, sendUnansweredReturns } from "./result.server.ts";

afterEach(() => void vi.useRealTimers());

const page = "/invoices/payment-succeeded";
const cardReturn: CardReturn = { paymentId: "pay-1", crypt: "@00", page, waits: 2 };
const checkAgain = page;

it("the page waits during the API call and stops reloading after seven loads; nothing is sent again", async () => {
  const portal = await openPortal({ roles: ["1-Orders"], account: { clientId: "1", name: "One" } });
  const { records } = portal.services;
  const name = "complete payment 1 pay-1";
  await records.change(name, () => ({ state: "running", holder: "another instance", beat: 0 }));
  const { session } = (await portal.args("/")).context;
  keepCardReturn(session, cardReturn);
  await session.commit();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const load = async () => {
    const args = await portal.args(checkAgain);
    const view = paymentResult(args);
    // In steps, between which the store answers.
    for (let step = 0; step < 28; step += 1) {
      await turn();
      await vi.advanceTimersByTimeAsync(250);
    }
    const shown = await view;
    await args.context.session.commit();
    return shown;
  };
  const kinds: string[] = [];
  for (let loads = 0; loads < 10; loads += 1) kinds.push((await load()).kind);
  expect(kinds).toEqual([...Array.from({ length: 7 }, () => "waiting"), "unknown", "unknown", "unknown"]);
  expect(await load()).toEqual({ kind: "unknown", checkAgain });
  await records.change(name, () => ({ state: "unknown" }));
  expect(await load()).toEqual({ kind: "unknown" });
});

it("a return that doesn't reach the API is kept, and 'Check again' sends it", async () => {
  const portal = await openPortal({ roles: ["1-Orders"], account: { clientId: "1", name: "One" } });
  const { session } = (await portal.args("/")).context;
  keepCardReturn(session, { ...cardReturn, waits: 4 });
  await session.commit();
  const args = await portal.args(checkAgain);
  expect(await paymentResult(args)).toEqual({ kind: "unknown", checkAgain });
  expect(keptCardReturns(args.context.session)).toMatchObject([{ crypt: "@00", waits: 0 }]);
  expect(await portal.services.records.find("complete payment 1 pay-1")).toBeUndefined();
});

async function openWithReturn(waits: number) {
  const portal = await openPortal({ roles: ["1-Orders"], account: { clientId: "1", name: "One" } });
  await portal.services.records.change("complete payment 1 pay-1", () => ({ state: "unknown" }));
  const { session } = (await portal.args("/")).context;
  keepCardReturn(session, { ...cardReturn, waits });
  await session.commit();
  const load = async (path: string) => {
    const args = await portal.args(path);
    sendUnansweredReturns(args, await requireRole(args, "Orders"));
    await portal.answered();
    return keptCardReturns((await portal.args("/")).context.session);
  };
  return { portal, load };
}

it("any other page tells what a result page wanted to tell, once, and nothing that the API has answered", async () => {
  const { load } = await openWithReturn(1);
  expect(await load("/invoices/payment-failed")).toHaveLength(1);
  expect(await load("/tickets")).toEqual([]);
  expect(await (await openWithReturn(0)).load("/tickets")).toHaveLength(1);
});

it("a sign-out logs what wasn't told, by its id", async () => {
  const { portal } = await openWithReturn(1);
  const { context } = await portal.args("/");
  const error = vi.spyOn(context.log, "error");
  logUnansweredReturns(context);
  expect(error.mock.calls).toEqual([[{ paymentId: "pay-1" }, "nobody knows what became of a payment"]]);
});

it("a return is stored before anything else is waited for, so that another page can tell it", async () => {
  const portal = await openPortal({ roles: ["1-Orders"], account: { clientId: "1", name: "One" } });
  const { records } = portal.services;
  const name = "complete payment 1 pay-1";
  await records.change(name, () => ({ state: "running", holder: "another instance", beat: 0 }));
  const shown = paymentResult(await portal.args(`${checkAgain}?paymentId=pay-1&crypt=@00`));
  const stored = async () => keptCardReturns((await portal.args("/")).context.session);
  await expect.poll(stored).toMatchObject([{ paymentId: "pay-1", crypt: "@00", waits: 1 }]);
  await records.change(name, () => ({ state: "unknown" }));
  expect(await shown.catch((answer: unknown) => (answer as Response).status)).toBe(303);
});

it("a return to the failure page is one to it, however its address is written", () => {
  const url = new URL("http://portal.example/invoices/Payment-Failed/?paymentId=1");
  expect(cardReturnIn(url)?.page).toBe("/invoices/payment-failed");
});
