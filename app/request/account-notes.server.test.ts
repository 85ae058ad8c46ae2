import { expect, it } from "vitest";
import { z } from "zod";
import { accountNotes } from "./account-notes.server.ts";
import type { RouteArgs } from "./portal.ts";

const sets = new Map<string, Set<string>>();
const longLivedSet = (name: string) => {
  const members = sets.get(name) ?? new Set<string>();
  sets.set(name, members);
  return { add: async (member: string) => void members.add(member), members: async () => members };
};
const args = { context: { services: { vault: { longLivedSet } } } } as unknown as RouteArgs;
const portalOf = (clientId: string) => ({ account: { clientId } }) as Parameters<typeof notes.list>[1];
const notes = accountNotes("visits", 1_000, z.tuple([z.string(), z.number()]));

it("lists the notes of one account, unchanged", async () => {
  await notes.add(args, portalOf("1001"), ["HAR001", 5]);
  await notes.add(args, portalOf("1002"), ["OAK001", 6]);
  expect(await notes.list(args, portalOf("1001"))).toEqual([["HAR001", 5]]);
});

it("skips notes that another version of the portal wrote in another format", async () => {
  await longLivedSet("visits 1003").add(`{"number":"HAR001"}`);
  await notes.add(args, portalOf("1003"), ["HAR002", 7]);
  expect(await notes.list(args, portalOf("1003"))).toEqual([["HAR002", 7]]);
});
