import { expect, it } from "vitest";
import { openPortal, tokens } from "#server/testing/route-args.ts";
import type { Client } from "#shared/portal-api/clients.ts";
import { cacheAccounts, cachedAccounts } from "./accounts.ts";

const accountsOf = (count: number): Client[] =>
  Array.from({ length: count }, (_, index) => ({ clientId: String(index), name: `Company ${index}` }));

async function sessionWith(identityToken: string) {
  const portal = await openPortal({});
  await portal.signIn({ tokens: { ...tokens, identityToken } });
  return (await portal.args("/")).context.session;
}

it("caches up to 100 accounts in the session, and longer lists in memory until the token is renewed", async () => {
  const session = await sessionWith("first");
  cacheAccounts(session, accountsOf(100));
  expect([session.accounts.length, cachedAccounts(session).length]).toEqual([100, 100]);
  cacheAccounts(session, accountsOf(101));
  expect([session.accounts.length, cachedAccounts(session).length]).toEqual([0, 101]);
  await session.renewTokens(async () => ({ ...tokens, identityToken: "renewed" }));
  expect(cachedAccounts(session)).toEqual([]);
});

it("drops the oldest long lists when memory holds too many accounts", async () => {
  const employees = await Promise.all(
    Array.from({ length: 12 }, (_, index) => sessionWith(`employee ${index}`)),
  );
  for (const session of employees) cacheAccounts(session, accountsOf(10_000));
  const counts = employees.map((session) => cachedAccounts(session).length);
  expect(counts).toEqual([0, 0, ...Array.from({ length: 10 }, () => 10_000)]);
});
