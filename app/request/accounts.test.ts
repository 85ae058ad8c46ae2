import { expect, it } from "vitest";
import type { Client } from "#app/portal-api/clients.ts";
import { openPortal, tokens } from "#server/testing/route-args.ts";
import { knownAccounts, rememberAccounts } from "./accounts.ts";

const accountsOf = (count: number): Client[] =>
  Array.from({ length: count }, (_, index) => ({ clientId: String(index), name: `Company ${index}` }));

async function sessionWith(identityToken: string) {
  const portal = await openPortal({});
  await portal.signIn({ tokens: { ...tokens, identityToken } });
  return (await portal.args("/")).context.session;
}

it("keeps a hundred accounts in the session, and more beside it until the token is renewed", async () => {
  const session = await sessionWith("first");
  rememberAccounts(session, accountsOf(100));
  expect([session.accounts.length, knownAccounts(session).length]).toEqual([100, 100]);
  rememberAccounts(session, accountsOf(101));
  expect([session.accounts.length, knownAccounts(session).length]).toEqual([0, 101]);
  await session.renewTokens(async () => ({ ...tokens, identityToken: "renewed" }));
  expect(knownAccounts(session)).toEqual([]);
});

it("forgets the oldest long lists where they would take too much room", async () => {
  const employees = await Promise.all(
    Array.from({ length: 12 }, (_, index) => sessionWith(`employee ${index}`)),
  );
  for (const session of employees) rememberAccounts(session, accountsOf(10_000));
  const known = employees.map((session) => knownAccounts(session).length);
  expect(known).toEqual([0, 0, ...Array.from({ length: 10 }, () => 10_000)]);
});
