import type { z } from "zod";
import type { Portal, RouteArgs } from "./portal.ts";

type ForAccount = Pick<Portal, "account">;

/**
 * Notes of what was done in the portal for an account, because the API has no list of it. They are stored encrypted, and
 * everybody who works for the account shares them.
 *
 * @param lifeMs how long a note is kept at least
 */
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
