import { expect, it } from "vitest";
import type { LoadContext } from "#server/load-context.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { forgetUnderWay, listUnderWay, noteUnderWay, type UnderWay } from "./under-way.ts";

const anna = { id: "anna" } as SignedInUser;

function aContext(): LoadContext {
  const claims = new Set<string>();
  const values = new Map<string, unknown>();
  const vault = {
    async claim(name: string) {
      return !claims.has(name) && Boolean(claims.add(name));
    },
    release: async (name: string) => void claims.delete(name),
    keep: async (name: string, value: unknown) => void values.set(name, value),
    find: async (name: string) => values.get(name),
  };
  return { services: { vault } } as unknown as LoadContext;
}

const payment = (at: number, invoiceNumbers: string[], clientId = "1001"): UnderWay => ({
  account: { clientId, name: clientId },
  amount: at,
  invoiceNumbers,
  at,
});

it("is listed for its person alone, the newest first, until it is forgotten", async () => {
  const context = aContext();
  await noteUnderWay(context, anna, payment(1, ["a"]));
  await noteUnderWay(context, anna, payment(2, ["b"], "1002"));
  expect((await listUnderWay(context, anna)).map(({ at }) => at)).toEqual([2, 1]);
  expect(await listUnderWay(context, { id: "ben" } as SignedInUser)).toEqual([]);
  await forgetUnderWay(context, anna, payment(1, ["a"]));
  expect((await listUnderWay(context, anna)).map(({ at }) => at)).toEqual([2]);
});

it("gives way to a later payment of the same invoice in the same account", async () => {
  const context = aContext();
  await noteUnderWay(context, anna, payment(1, ["a", "b"]));
  await noteUnderWay(context, anna, payment(2, ["a"], "1002"));
  await noteUnderWay(context, anna, payment(3, ["b"]));
  expect((await listUnderWay(context, anna)).map(({ at }) => at)).toEqual([3, 2]);
});

it("keeps the newest eight", async () => {
  const context = aContext();
  for (let at = 1; at <= 12; at += 1) await noteUnderWay(context, anna, payment(at, [String(at)]));
  expect((await listUnderWay(context, anna)).map(({ at }) => at)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
});
