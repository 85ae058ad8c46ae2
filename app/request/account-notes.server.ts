import type { z } from "zod";
import type { Portal, RouteArgs } from "./portal.ts";

type ForAccount = Pick<Portal, "account">;

/** Notes for an account, because the API has no list: encrypted, shared by all who work for it, kept for `lifeMs` at least. */
export function accountNotes<Note>(name: string, lifeMs: number, shape: z.ZodType<Note>) {
  const notesOf = ({ context }: Pick<RouteArgs, "context">, { account }: ForAccount) =>
    context.services.vault.longLivedSet(`${name} ${account.clientId}`, lifeMs);
  return {
    add: (args: RouteArgs, portal: ForAccount, note: Note) => notesOf(args, portal).add(JSON.stringify(note)),
    /** In any order. Skips a note that another version of the portal wrote in another format. */
    list: async (args: RouteArgs, portal: ForAccount): Promise<Note[]> =>
      [...(await notesOf(args, portal).members())]
        .map((note) => shape.safeParse(JSON.parse(note)).data)
        .filter((note) => note !== undefined),
  };
}
