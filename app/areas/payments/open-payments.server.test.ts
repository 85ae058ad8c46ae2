import { afterEach, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openRecords } from "#server/session/testing/stores.ts";
import { accountsWithPayments, changeOpenPayments, findOpenPayments } from "./open-payments.server.ts";
import type { Payment } from "./payment.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
let minutes = 0;

const backends: SessionBackend[] = [];
afterEach(async () => {
  minutes = 0;
  for (const backend of backends.splice(0)) await backend.close();
});

function aContext(): LoadContext {
  const { records, backend } = openRecords("sqlite::memory:");
  backends.push(backend);
  const now = () => new Date(start + minutes * 60_000);
  return { services: { records, now } } as unknown as LoadContext;
}

const person = (id: string, handle: string, clientId = "1001") =>
  ({ user: { id }, session: { handle }, account: { clientId, name: clientId } }) as unknown as Portal;
const anna = person("anna", "one");
const annaIds = { person: "anna", session: "one" };
const annaLater = person("anna", "two");
const ben = person("ben", "three");

/** Begun `at` minutes after the start. */
const payment = (at: number, invoiceNumbers: string[], clientId = "1001", paymentId?: string): Payment => ({
  account: { clientId, name: clientId },
  amount: at,
  invoiceNumbers,
  amounts: invoiceNumbers.map(() => at),
  at: start + at * 60_000,
  paymentId,
});

const begin = (context: LoadContext, portal: Portal, begun: Payment) =>
  changeOpenPayments(context, portal, { ...begun, person: portal.user.id, session: portal.session.handle });
const end = (context: LoadContext, portal: Portal, ended: Payment) =>
  changeOpenPayments(context, portal, ended, ended.paymentId ?? `pay-${ended.amount}`);

async function openTo(context: LoadContext, portal: Portal) {
  const { byPayer, inAccount } = await findOpenPayments(context, portal);
  const { possible: accounts } = await accountsWithPayments(context, portal, "unknown");
  return {
    byPayer: byPayer.map(({ amount }) => amount),
    inAccount: inAccount.map(({ amount }) => amount),
    accounts: [...new Set(accounts.map(({ clientId }) => clientId))],
  };
}

it("a payment is open in its account, newest first, to its payer before others, until it has ended", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  await begin(context, anna, payment(2, ["b"]));
  await begin(context, ben, payment(3, ["c"]));
  expect(await openTo(context, anna)).toEqual({ byPayer: [2, 1], inAccount: [3, 2, 1], accounts: ["1001"] });
  expect(await openTo(context, ben)).toEqual({ byPayer: [3], inAccount: [3, 2, 1], accounts: ["1001"] });
  expect(await openTo(context, person("ella", "four"))).toMatchObject({ byPayer: [], inAccount: [3, 2, 1] });
  await end(context, anna, payment(1, ["a"]));
  await end(context, anna, payment(2, ["b"]));
  expect(await openTo(context, anna)).toEqual({ byPayer: [], inAccount: [3], accounts: [] });
});

it("the accounts with a person's payments begin with those of this session", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"], "1001"));
  await begin(context, annaLater, payment(2, ["b"], "1002"));
  expect((await openTo(context, anna)).accounts).toEqual(["1001", "1002"]);
  expect((await openTo(context, annaLater)).accounts).toEqual(["1002", "1001"]);
  expect((await openTo(context, ben)).accounts).toEqual([]);
});

it("a payment that Begin has named was begun in one account, even after its end", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"], "1001", "pay-1"));
  await begin(context, anna, payment(2, ["b"], "1002", "pay-2"));
  await end(context, anna, { ...payment(1, ["a"], "1001"), paymentId: "pay-1", ...annaIds });
  expect(await accountsWithPayments(context, anna, "pay-1")).toMatchObject({
    named: { clientId: "1001" },
    possible: [],
  });
  // The other is in the former build's lists alone.
  const { named, possible } = await accountsWithPayments(context, anna, "another");
  expect([named, ...new Set(possible.map(({ clientId }) => clientId))]).toEqual([undefined, "1002"]);
});

it("a payment that a return has ended has the return's id, for whoever came back with it", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  await end(context, ben, { ...payment(1, ["a"]), ...annaIds });
  expect(await accountsWithPayments(context, ben, "pay-1")).toMatchObject({ named: { clientId: "1001" } });
  // Its payer doesn't know that yet.
  expect((await openTo(context, anna)).accounts).toEqual(["1001"]);
  await end(context, anna, { ...payment(1, ["a"]), ...annaIds });
  expect(await accountsWithPayments(context, anna, "pay-1")).toMatchObject({ named: { clientId: "1001" } });
});

it("a session without payments has those of its person in other sessions", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  expect((await openTo(context, annaLater)).byPayer).toEqual([1]);
  await begin(context, annaLater, payment(2, ["b"]));
  expect((await openTo(context, annaLater)).byPayer).toEqual([2]);
  expect((await openTo(context, anna)).byPayer).toEqual([1]);
});

it("a later payment of the same invoice and account replaces the person's earlier one, and ends it", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a", "b"]));
  await begin(context, anna, payment(2, ["a"], "1002"));
  await begin(context, anna, payment(3, ["b"]));
  expect((await openTo(context, anna)).byPayer).toEqual([3]);
  expect((await openTo(context, person("anna", "one", "1002"))).byPayer).toEqual([2]);
  // Listed again, as after a press in another tab.
  await begin(context, anna, payment(3, ["b"]));
  expect(await openTo(context, anna)).toMatchObject({ byPayer: [3], accounts: ["1001", "1002"] });
});

it("its payer still has the account of a payment whose end a colleague was told", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  await end(context, ben, payment(1, ["a"]));
  expect((await openTo(context, anna)).accounts).toEqual(["1001"]);
});

it("a payment is open for a day at most, and a hundred in an account", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  minutes = 24 * 60 + 2;
  expect(await openTo(context, anna)).toMatchObject({ byPayer: [], inAccount: [] });
  for (let at = 1; at <= 101; at += 1)
    await begin(context, person(`${at}`, "x"), payment(minutes + at, [`${at}`]));
  const listed = (await context.services.records.find("payments in 1001")) as readonly Payment[];
  expect([listed.length, listed.at(-1)?.amount]).toEqual([100, minutes + 2]);
});

it("none is lost if several begin and end at the same time", async () => {
  const context = aContext();
  await begin(context, anna, payment(1, ["z"]));
  const begun = [2, 3, 4, 5].map((at) => payment(at, [`n${at}`]));
  await Promise.all([
    end(context, annaLater, payment(1, ["z"])),
    ...begun.map((one, index) => begin(context, index % 2 ? anna : annaLater, one)),
  ]);
  expect((await openTo(context, ben)).inAccount).toEqual([5, 4, 3, 2]);
});

it.each([
  ["the one whose id Begin gave", "2", "", [2], [2]],
  ["a colleague's whose id Begin gave", "3", "", [3], [3]],
  ["one that a forged return ended", "5", "5", [5], [5]],
  ["those without an id", "9", "5", [1], [4, 1]],
])("a return may be for %s (id %s, ended %s)", async (_, id, endedId, byPayer, inAccount) => {
  const context = aContext();
  await begin(context, anna, payment(1, ["a"]));
  await begin(context, anna, payment(2, ["b"], "1001", "2"));
  await begin(context, ben, payment(3, ["c"], "1001", "3"));
  await begin(context, ben, payment(4, ["d"]));
  const ended = endedId === "" ? [] : [payment(Number(endedId), ["e"], "1001", endedId)];
  const found = await findOpenPayments(context, anna, id, ended);
  expect(found.byPayer.map(({ amount }) => amount)).toEqual(byPayer);
  expect(found.inAccount.map(({ amount }) => amount)).toEqual(inAccount);
});
