import { expect, it } from "vitest";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { rememberWelcomed } from "./welcome.server.ts";

it("'Got it' holds for a year, for this person alone", async () => {
  const kept = new Map<string, readonly [unknown, number | undefined]>();
  const change = async (name: string, toNew: (value: unknown) => unknown, keepMs?: number) => {
    kept.set(name, [toNew(undefined), keepMs]);
  };
  for (const id of ["a", "b", "a"])
    await rememberWelcomed(
      { services: { vault: { change } } } as never,
      { issuer: "https://id.example", id } as SignedInUser,
    );
  const aYear = 365 * 24 * 60 * 60 * 1000;
  expect([...kept.values()]).toEqual([
    [true, aYear],
    [true, aYear],
  ]);
});
