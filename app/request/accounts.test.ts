import { expect, it } from "vitest";
import type { Client } from "#app/portal-api/clients.ts";
import { knownAccounts, rememberAccounts } from "./accounts.ts";
import { FakePortal, tokens } from "./testing/route-args.ts";

const accountsOf = (count: number): Client[] =>
  Array.from({ length: count }, (_, index) => ({ clientId: String(index), name: `Company ${index}` }));

function sessionWith(identityToken: string) {
  const portal = new FakePortal({ apiUrl: "" }).signedIn();
  portal.tokens = { ...tokens, identityToken };
  return { portal, session: portal.session };
}

it("keeps a hundred accounts in the session, and more beside it until the token is renewed", () => {
  const { portal, session } = sessionWith("first");
  rememberAccounts(session, accountsOf(100));
  expect([session.accounts.length, knownAccounts(session).length]).toEqual([100, 100]);
  rememberAccounts(session, accountsOf(101));
  expect([session.accounts.length, knownAccounts(session).length]).toEqual([0, 101]);
  portal.tokens = { ...tokens, identityToken: "renewed" };
  expect(knownAccounts(session)).toEqual([]);
});

it("forgets the oldest long lists where they would take too much room", () => {
  const employees = Array.from({ length: 12 }, (_, index) => sessionWith(`employee ${index}`));
  for (const { session } of employees) rememberAccounts(session, accountsOf(10_000));
  const known = employees.map(({ session }) => knownAccounts(session).length);
  expect(known).toEqual([0, 0, ...Array.from({ length: 10 }, () => 10_000)]);
});
