import { expect, it } from "vitest";
import type { CardPaymentStart } from "#app/portal-api/payments.ts";
import type { Portal } from "#app/request/portal.ts";
import { currentIntent, isStillOpen, spend } from "./intent.ts";

function aPortal({ handle = "abc", clientId = "1001" } = {}): Portal {
  const spent = new Set<string>();
  const session = {
    handle,
    addTo: async (_set: string, members: readonly string[]) => members.forEach((one) => spent.add(one)),
    membersOf: async () => spent,
  };
  return { session, account: { clientId, name: "" } } as unknown as Portal;
}

it("is the same for the same invoices, in any order, in every tab", async () => {
  const portal = aPortal();
  const intent = await currentIntent(portal, ["1", "2"]);
  expect(intent).toMatch(/^[\w-]{22}$/);
  expect(await currentIntent(portal, ["2", "1"])).toBe(intent);
});

it("is another for other invoices, another account, another session", async () => {
  const intents = await Promise.all([
    currentIntent(aPortal(), ["1", "2"]),
    currentIntent(aPortal(), ["1"]),
    currentIntent(aPortal(), ["12"]),
    currentIntent(aPortal({ clientId: "1002" }), ["1", "2"]),
    currentIntent(aPortal({ handle: "def" }), ["1", "2"]),
  ]);
  expect(new Set(intents).size).toBe(5);
});

it("is another once an attempt has ended, however often that is told", async () => {
  const portal = aPortal();
  const before = await currentIntent(portal, ["1"]);
  await spend(portal, "payment-1");
  const after = await currentIntent(portal, ["1"]);
  await spend(portal, "payment-1");
  expect(after).not.toBe(before);
  expect(await currentIntent(portal, ["1"])).toBe(after);
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
  const begun = { start: {} as CardPaymentStart, amount: 1, invoiceNumbers: ["1"], amounts: [1], at: 0 };
  expect(isStillOpen(begun, invoices, new Date(minutes * 60_000))).toBe(expected);
});
