import { afterEach, describe, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openRecords } from "#server/session/testing/stores.ts";
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

describe("currentIntent and isStillOpen", () => {
  function aPortal({ handle = "abc", clientId = "1001" } = {}): Portal {
    const attempts = new Set<string>();
    const session = {
      handle,
      addTo: async (_set: string, members: readonly string[]) =>
        members.forEach((attempt) => attempts.add(attempt)),
      membersOf: async () => attempts,
    };
    return { session, account: { clientId, name: "" } } as unknown as Portal;
  }

  const due = (...numbers: string[]) =>
    numbers.map((invoiceNumber) => ({ invoiceNumber, outstandingAmount: 12.3 }));

  it("the intent is the same for the same invoices in any order", async () => {
    const portal = aPortal();
    const intent = await currentIntent(portal, due("1", "2"));
    expect(intent).toMatch(/^[\w-]{22}$/);
    expect(await currentIntent(portal, due("2", "1"))).toBe(intent);
  });

  it("the intent differs for other invoices, another amount, another account or another session", async () => {
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

  it("the intent changes once after an attempt has ended, even if the end is noted twice", async () => {
    const portal = aPortal();
    const before = await currentIntent(portal, due("1"));
    await closeIntent(portal, "payment-1");
    const after = await currentIntent(portal, due("1"));
    await closeIntent(portal, "payment-1");
    expect(after).not.toBe(before);
    expect(await currentIntent(portal, due("1"))).toBe(after);
  });

  const notPending = { outstandingAmount: 1, isCardPaymentPending: false };
  const pending = { outstandingAmount: 1, isCardPaymentPending: true };
  const paid = { outstandingAmount: 0, isCardPaymentPending: false };

  it.each([
    ["pending", [pending, notPending], 60, true],
    ["not marked as pending yet", [notPending], 1, true],
    ["not marked as pending for long", [notPending], 3, false],
    ["paid, a moment later", [paid], 1, false],
    ["paid in part", [notPending, paid], 1, false],
    ["gone", [], 1, false],
  ])(
    "isStillOpen with invoices that are %s (%j, after %i minutes) is %s",
    (_description, invoices, minutes, expected) => {
      const begun = { amount: 1, invoiceNumbers: ["1"], amounts: [1], at: 0 } as unknown as BegunPayment;
      expect(isStillOpen(begun, invoices, new Date(minutes * 60_000))).toBe(expected);
    },
  );
});

describe("a pending payment", () => {
  const person = (id: string, handle: string) => ({ user: { id }, session: { handle } }) as unknown as Portal;
  const anna = person("anna", "one");
  const annaLater = person("anna", "two");

  const backends: SessionBackend[] = [];
  afterEach(async () => {
    for (const backend of backends.splice(0)) await backend.close();
  });

  function aContext(): LoadContext {
    const { records, backend } = openRecords("sqlite::memory:");
    backends.push(backend);
    return { services: { records } } as unknown as LoadContext;
  }

  const payment = (at: number, invoiceNumbers: string[], clientId = "1001"): PendingPayment => ({
    account: { clientId, name: clientId },
    amount: at,
    invoiceNumbers,
    amounts: invoiceNumbers.map(() => at),
    at,
  });

  async function pendingTimes(context: LoadContext, owner: Portal) {
    const { ofSession, ofPerson } = await listPendingPayments(context, owner);
    return { here: ofSession.map(({ at }) => at), anywhere: ofPerson.map(({ at }) => at) };
  }

  it("is listed only for its person, newest first, until it is forgotten", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a"]));
    await notePendingPayment(context, anna, payment(2, ["b"], "1002"));
    expect(await pendingTimes(context, anna)).toEqual({ here: [2, 1], anywhere: [2, 1] });
    expect(await pendingTimes(context, person("ben", "three"))).toEqual({ here: [], anywhere: [] });
    await forgetPendingPayment(context, anna, payment(1, ["a"]));
    expect(await pendingTimes(context, anna)).toEqual({ here: [2], anywhere: [2] });
  });

  it("is listed in another session of the person, separately from the payments of that session", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a"]));
    expect(await pendingTimes(context, annaLater)).toEqual({ here: [], anywhere: [1] });
    await notePendingPayment(context, annaLater, payment(2, ["b"]));
    expect(await pendingTimes(context, annaLater)).toEqual({ here: [2], anywhere: [2, 1] });
    expect(await pendingTimes(context, anna)).toEqual({ here: [1], anywhere: [2, 1] });
  });

  it("is replaced by a later payment of the same invoice and account, and dropped after fifty newer ones", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["a", "b"]));
    await notePendingPayment(context, anna, payment(2, ["a"], "1002"));
    await notePendingPayment(context, anna, payment(3, ["b"]));
    expect((await pendingTimes(context, anna)).here).toEqual([3, 2]);
    for (let at = 4; at <= 54; at += 1) await notePendingPayment(context, anna, payment(at, [String(at)]));
    expect((await pendingTimes(context, anna)).here).toEqual(
      Array.from({ length: 50 }, (_, index) => 54 - index),
    );
  });

  it("is not lost if several payments begin and end at the same time", async () => {
    const context = aContext();
    await notePendingPayment(context, anna, payment(1, ["z"]));
    const begun = [2, 3, 4, 5].map((at) => payment(at, [`n${at}`]));
    await Promise.all([
      forgetPendingPayment(context, annaLater, payment(1, ["z"])),
      ...begun.map((pending, index) => notePendingPayment(context, index % 2 ? anna : annaLater, pending)),
    ]);
    expect((await pendingTimes(context, anna)).anywhere).toEqual([5, 4, 3, 2]);
  });
});
