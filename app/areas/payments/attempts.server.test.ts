import { afterEach, describe, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openVault } from "#server/session/testing/stores.ts";
import {
  closeIntent,
  currentIntent,
  forgetPendingPayment,
  isStillOpen,
  listPendingPayments,
  notePendingPayment,
  type BegunPayment,
  type PendingPayment,
} from "./attempts.server.ts";

describe("an intent", () => {
  function aPortal({ handle = "abc", clientId = "1001" } = {}): Portal {
    const spent = new Set<string>();
    const session = {
      handle,
      addTo: async (_set: string, members: readonly string[]) => members.forEach((one) => spent.add(one)),
      membersOf: async () => spent,
    };
    return { session, account: { clientId, name: "" } } as unknown as Portal;
  }

  const due = (...numbers: string[]) =>
    numbers.map((invoiceNumber) => ({ invoiceNumber, outstandingAmount: 12.3 }));

  it("is the same for the same invoices, in any order, in every tab", async () => {
    const portal = aPortal();
    const intent = await currentIntent(portal, due("1", "2"));
    expect(intent).toMatch(/^[\w-]{22}$/);
    expect(await currentIntent(portal, due("2", "1"))).toBe(intent);
  });

  it("is another for other invoices, another amount, another account, another session", async () => {
    const intents = await Promise.all([
      currentIntent(aPortal(), due("1", "2")),
      currentIntent(aPortal(), due("1")),
      currentIntent(aPortal(), due("12")),
      currentIntent(aPortal(), [...due("1"), { invoiceNumber: "2", outstandingAmount: 12.31 }]),
      currentIntent(aPortal({ clientId: "1002" }), due("1", "2")),
      currentIntent(aPortal({ handle: "def" }), due("1", "2")),
    ]);
    expect(new Set(intents).size).toBe(6);
  });

  it("is another once an attempt has ended, however often that is told", async () => {
    const portal = aPortal();
    const before = await currentIntent(portal, due("1"));
    await closeIntent(portal, "payment-1");
    const after = await currentIntent(portal, due("1"));
    await closeIntent(portal, "payment-1");
    expect(after).not.toBe(before);
    expect(await currentIntent(portal, due("1"))).toBe(after);
  });

  const free = { outstandingAmount: 1, isCardPaymentPending: false };
  const pending = { outstandingAmount: 1, isCardPaymentPending: true };
  const paid = { outstandingAmount: 0, isCardPaymentPending: false };

  it.each([
    ["being paid", [pending, free], 60, true],
    ["unmarked yet", [free], 1, true],
    ["unmarked for long", [free], 3, false],
    ["paid, a moment later", [paid], 1, false],
    ["paid in part", [free, paid], 1, false],
    ["gone", [], 1, false],
  ])("with invoices %s, a begun payment is still open or not", (_how, invoices, minutes, expected) => {
    const begun = { amount: 1, invoiceNumbers: ["1"], amounts: [1], at: 0 } as unknown as BegunPayment;
    expect(isStillOpen(begun, invoices, new Date(minutes * 60_000))).toBe(expected);
  });
});

describe("a payment under way", () => {
  const person = (id: string, handle: string) => ({ user: { id }, session: { handle } }) as unknown as Portal;
  const anna = person("anna", "one");
  const annaLater = person("anna", "two");

  const backends: SessionBackend[] = [];
  afterEach(async () => {
    for (const backend of backends.splice(0)) await backend.close();
  });

  function aContext(): LoadContext {
    const { vault, backend } = openVault("sqlite::memory:");
    backends.push(backend);
    return { services: { vault } } as unknown as LoadContext;
  }

  const payment = (at: number, invoiceNumbers: string[], clientId = "1001"): PendingPayment => ({
    account: { clientId, name: clientId },
    amount: at,
    invoiceNumbers,
    amounts: invoiceNumbers.map(() => at),
    at,
  });

  async function known(context: LoadContext, who: Portal) {
    const { ofSession, ofPerson } = await listPendingPayments(context, who);
    return { here: ofSession.map(({ at }) => at), anywhere: ofPerson.map(({ at }) => at) };
  }

  it("is listed for its person alone, the newest first, until it is forgotten", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a"]));
    await notePendingPayment(context, anna, payment(2, ["b"], "1002"));
    expect(await known(context, anna)).toEqual({ here: [2, 1], anywhere: [2, 1] });
    expect(await known(context, person("ben", "three"))).toEqual({ here: [], anywhere: [] });
    await forgetPendingPayment(context, anna, payment(1, ["a"]));
    expect(await known(context, anna)).toEqual({ here: [2], anywhere: [2] });
  });

  it("is known to the person's next session, apart from what that begins itself", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a"]));
    expect(await known(context, annaLater)).toEqual({ here: [], anywhere: [1] });
    await notePendingPayment(context, annaLater, payment(2, ["b"]));
    expect(await known(context, annaLater)).toEqual({ here: [2], anywhere: [2, 1] });
    expect(await known(context, anna)).toEqual({ here: [1], anywhere: [2, 1] });
  });

  it("gives way to a later payment of the same invoice in the same account, and to many newer ones", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a", "b"]));
    await notePendingPayment(context, anna, payment(2, ["a"], "1002"));
    await notePendingPayment(context, anna, payment(3, ["b"]));
    expect((await known(context, anna)).here).toEqual([3, 2]);
    for (let at = 4; at <= 12; at += 1) await notePendingPayment(context, anna, payment(at, [String(at)]));
    expect((await known(context, anna)).here).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  });

  it("is lost by none of several that begin, and end, at the same time", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["z"]));
    const begun = [2, 3, 4, 5].map((at) => payment(at, [`n${at}`]));
    await Promise.all([
      forgetPendingPayment(context, annaLater, payment(1, ["z"])),
      ...begun.map((one, index) => notePendingPayment(context, index % 2 ? anna : annaLater, one)),
    ]);
    expect((await known(context, anna)).anywhere).toEqual([5, 4, 3, 2]);
  });
});
