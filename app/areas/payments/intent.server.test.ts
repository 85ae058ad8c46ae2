import { describe, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { closeIntent, currentIntent, isStillOpen } from "./intent.server.ts";

describe("currentIntent and isStillOpen", () => {
  function aPortal({ handle = "abc", clientId = "1001" } = {}): Portal {
    const attempts = new Set<string>();
    const session = {
      handle,
      textSet: () => ({
        add: async (members: readonly string[]) => members.forEach((attempt) => attempts.add(attempt)),
        members: async () => attempts,
      }),
      keep: () => undefined,
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
      expect(isStillOpen({ at: 0 }, invoices, new Date(minutes * 60_000))).toBe(expected);
    },
  );
});
