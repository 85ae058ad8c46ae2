import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { totalDue } from "#app/areas/invoices/unpaid.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { isPayable, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import {
  changeSelection,
  clearSelection,
  dropUnpayable,
  findSelected,
  MAX_SELECTED,
  selectAllDue,
  selectedNumbers,
  tooManyInvoices,
} from "./selection.server.ts";

const due = (pence: number) => ({ outstandingAmount: pence / 100 });

describe("totalDue", () => {
  it("is exact to the penny for any invoices", () => {
    const pence = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(pence, (amounts) => {
        const total = totalDue(amounts.map(due));
        const exact = amounts.reduce((sum, one) => sum + BigInt(one), 0n);
        expect(
          total
            .toFixed(2)
            .replace(".", "")
            .replace(/^0+(?=\d)/, ""),
        ).toBe(String(exact));
        expect(totalDue([...amounts].reverse().map(due))).toBe(total);
      }),
    );
  });

  it("has no rounding error", () => {
    expect(totalDue([{ outstandingAmount: 0.1 }, { outstandingAmount: 0.2 }])).toBe(0.3);
    expect(totalDue([])).toBe(0);
  });
});

describe("isPayable", () => {
  it.each([
    [10, false, true],
    [10, true, false],
    [0, false, false],
    [-5, false, false],
  ])("for £%s outstanding, pending %s, is %s", (outstandingAmount, isCardPaymentPending, expected) => {
    expect(isPayable({ outstandingAmount, isCardPaymentPending } as InvoiceSummary)).toBe(expected);
  });
});

/** A portal whose session stores sets in memory. */
function aPortal(clientId = "1001", sets = new Map<string, Set<string>>()): Portal {
  const of = (set: string) => sets.get(set) ?? sets.set(set, new Set()).get(set)!;
  const session = {
    textSet: (set: string) => ({
      add: async (members: readonly string[]) => members.forEach((one) => of(set).add(one)),
      remove: async (members: readonly string[]) => members.forEach((one) => of(set).delete(one)),
      members: async () => new Set(of(set)),
    }),
  };
  return { session, account: { clientId, name: "" } } as unknown as Portal;
}

describe("the selection", () => {
  it("adds, removes and clears numbers, and lists them in order", async () => {
    const portal = aPortal();
    await changeSelection(portal, { add: ["3", "1", "2"] });
    await changeSelection(portal, { add: ["4"], remove: ["3"] });
    expect(await selectedNumbers(portal)).toEqual(["1", "2", "4"]);
    await clearSelection(portal);
    expect(await selectedNumbers(portal)).toEqual([]);
  });

  it("accepts any invoice number of the API", async () => {
    const portal = aPortal();
    const numbers = ["INV 1002", "A&B #7", "Nº 1", "N".repeat(60)];
    expect(await changeSelection(portal, { add: numbers })).toEqual([]);
    expect(await selectedNumbers(portal)).toEqual([...numbers].sort());
  });

  it("is separate for each account", async () => {
    const sets = new Map<string, Set<string>>();
    await changeSelection(aPortal("1001", sets), { add: ["1"] });
    expect(await selectedNumbers(aPortal("1002", sets))).toEqual([]);
  });

  it("never exceeds MAX_SELECTED, even over several requests", async () => {
    const portal = aPortal();
    for (let round = 0; round < 5; round += 1) {
      const add = Array.from({ length: 150 }, (_, index) => String(1 + round * 150 + index));
      await changeSelection(portal, { add });
    }
    expect(await selectedNumbers(portal)).toHaveLength(MAX_SELECTED);
    const leftOut = await changeSelection(portal, { add: ["1", "9001", "9002"] });
    expect(leftOut).toEqual(["9001", "9002"]);
    expect(tooManyInvoices(leftOut)).toBe(
      "You can pay up to 200 invoices in one go. Invoices 9001 and 9002 are left out.",
    );
  });

  it("ignores what can't be an invoice number", async () => {
    const portal = aPortal();
    await changeSelection(portal, { add: ["", " ", "9".repeat(257), "41-9/a.b"] });
    expect(await selectedNumbers(portal)).toEqual(["41-9/a.b"]);
  });
});

describe("ticked invoices", () => {
  const invoice = (n: number) => ({
    invoiceNumber: String(n),
    outstandingAmount: 1,
    isCardPaymentPending: n % 2 === 0,
  });

  /** An account with `count` unpaid invoices, oldest first; counts the calls by path. */
  function accountWith(count: number) {
    const calls = { list: 0, one: 0 };
    const all = Array.from({ length: count }, (_, n) => invoice(n));
    const call = async (
      operation: { path: string },
      { query }: { query: Record<string, string | number> },
    ) => {
      if (operation.path.includes("MyInvoices")) {
        calls.list += 1;
        const start = (Number(query["pageNumber"]) - 1) * Number(query["pageSize"]);
        return { items: all.slice(start, start + Number(query["pageSize"])), totalCount: count };
      }
      calls.one += 1;
      return all[Number(query["invoiceNumber"])];
    };
    return { portal: { ...aPortal(), api: { call } } as unknown as Portal, calls };
  }

  it.each([
    [500, 13, { list: 3, one: 0 }],
    [1_779, 13, { list: 5, one: 13 }],
    [1_779, 12, { list: 0, one: 12 }],
    [1_779, 200, { list: 5, one: 200 }],
  ])(
    "out of %s unpaid ones, here the newest %s, are all found with the calls %j",
    async (count, ticked, expected) => {
      const { portal, calls } = accountWith(count);
      const numbers = Array.from({ length: ticked }, (_, n) => String(count - 1 - n));
      const found = await findSelected(portal, numbers);
      expect(found.map((one) => one?.invoiceNumber).sort()).toEqual([...numbers].sort());
      expect(calls).toEqual(expected);
    },
  );

  it("are unticked by dropUnpayable, which returns the reasons, if they can no longer be paid", async () => {
    const portal = aPortal();
    await changeSelection(portal, { add: ["1", "2", "3", "9"] });
    const chosen = [1, 2, 3].map(invoice) as InvoiceSummary[];
    expect(await dropUnpayable(portal, ["1", "2", "3", "9"], chosen)).toBe(
      "Invoice 2 is already being paid. Invoice 9 is no longer outstanding. Please check what's left before you pay.",
    );
    expect(await selectedNumbers(portal)).toEqual(["1", "3"]);
    expect(await dropUnpayable(portal, ["1", "3"], chosen)).toBe("");
  });
});

describe("'Select all due' and 'Pay now'", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  const invoice = (invoiceNumber: string, outstandingAmount: number, status = 0) => ({
    ...{ invoiceNumber, outstandingAmount, status, accountNumber: "HAR001", isCardPaymentPending: false },
    dateIssued: "2026-05-05T00:00:00Z",
  });
  const some = [invoice("1", 5), invoice("2", 7, 3)];
  const left = "Not included: 1 disputed or on hold (£7.00).";

  it.each([
    ["all", some, new Map(), false, { tone: "info", text: `1 invoice selected. ${left}` }],
    ["to pay", some, new Map(), true, { tone: "info", text: "1 invoice selected." }],
    ["without the mandates", some, undefined, true, { text: expect.stringContaining(left) as string }],
    ["a part", [...some, undefined], new Map(), true, { text: expect.stringContaining(left) as string }],
    ["a credit note", [some[0], invoice("3", -3)], new Map(), false, { tone: "success" }],
    [
      "none due",
      [invoice("4", 0)],
      new Map(),
      false,
      { text: expect.stringMatching(/^There's nothing/) as string },
    ],
  ])("says what's left out: %s", async (_, listed, mandates, isPaying, said) => {
    const portal = aPortal();
    const flashes: unknown[] = [];
    const items = listed.filter(Boolean);
    const session = { ...portal.session, flash: (message: unknown) => flashes.push(message) };
    const api = { call: async () => ({ items, totalCount: listed.length, outstandingTotal: 12 }) };
    await selectAllDue({ ...portal, session, api } as unknown as Portal, mandates, now, isPaying);
    expect(flashes).toEqual([expect.objectContaining(said)]);
  });
});
