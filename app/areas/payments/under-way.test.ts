import { expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { forgetUnderWay, listUnderWay, noteUnderWay, type UnderWay } from "./under-way.ts";

const person = (id: string, handle: string) => ({ user: { id }, session: { handle } }) as unknown as Portal;
const anna = person("anna", "one");
const annaLater = person("anna", "two");

function aContext(): LoadContext {
  const values = new Map<string, unknown>();
  const vault = {
    claim: async () => true,
    keep: async (name: string, value: unknown) => void values.set(name, value),
    find: async (name: string) => values.get(name),
  };
  return { services: { vault } } as unknown as LoadContext;
}

const payment = (at: number, invoiceNumbers: string[], clientId = "1001"): UnderWay => ({
  account: { clientId, name: clientId },
  amount: at,
  invoiceNumbers,
  amounts: invoiceNumbers.map(() => at),
  at,
});

async function known(context: LoadContext, who: Portal) {
  const { here, anywhere } = await listUnderWay(context, who);
  return { here: here.map(({ at }) => at), anywhere: anywhere.map(({ at }) => at) };
}

it("is listed for its person alone, the newest first, until it is forgotten", async () => {
  const context = aContext();
  await noteUnderWay(context, anna, payment(1, ["a"]));
  await noteUnderWay(context, anna, payment(2, ["b"], "1002"));
  expect(await known(context, anna)).toEqual({ here: [2, 1], anywhere: [2, 1] });
  expect(await known(context, person("ben", "three"))).toEqual({ here: [], anywhere: [] });
  await forgetUnderWay(context, anna, payment(1, ["a"]));
  expect(await known(context, anna)).toEqual({ here: [2], anywhere: [2] });
});

it("is known to the person's next session, apart from what that begins itself", async () => {
  const context = aContext();
  await noteUnderWay(context, anna, payment(1, ["a"]));
  expect(await known(context, annaLater)).toEqual({ here: [], anywhere: [1] });
  await noteUnderWay(context, annaLater, payment(2, ["b"]));
  expect(await known(context, annaLater)).toEqual({ here: [2], anywhere: [2, 1] });
  expect(await known(context, anna)).toEqual({ here: [1], anywhere: [2, 1] });
});

it("gives way to a later payment of the same invoice in the same account, and to many newer ones", async () => {
  const context = aContext();
  await noteUnderWay(context, anna, payment(1, ["a", "b"]));
  await noteUnderWay(context, anna, payment(2, ["a"], "1002"));
  await noteUnderWay(context, anna, payment(3, ["b"]));
  expect((await known(context, anna)).here).toEqual([3, 2]);
  for (let at = 4; at <= 12; at += 1) await noteUnderWay(context, anna, payment(at, [String(at)]));
  expect((await known(context, anna)).here).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
});
