import type { z } from "zod";
import { yielder } from "#shared/time/yielding.server.ts";
import type { Portal, RouteArgs } from "./portal.ts";

type ForAccount = Pick<Portal, "account">;
type Dated = { readonly member: string; readonly time: number | string };

/** Orders equal times too; otherwise two readers at once could each remove the one that the other keeps. */
const newestFirst = (a: Dated, b: Dated) =>
  (a.time === b.time ? a.member > b.member : a.time > b.time) ? -1 : 1;

/**
 * Stores notes for an account that the API has no list for. They're encrypted, shared by everyone who works for the
 * account, and kept for at least `lifeMs`. Only the newest note about each thing is kept, and only the newest `max` of
 * those; `orderOf` returns what a note is about, and its time.
 */
export function accountNotes<Note>(
  name: string,
  lifeMs: number,
  max: number,
  shape: z.ZodType<Note>,
  orderOf: (note: Note) => readonly [about: string, time: number | string],
) {
  const notesOf = ({ context }: Pick<RouteArgs, "context">, { account }: ForAccount) =>
    context.services.records.textSet(`${name} ${account.clientId}`, lifeMs);
  /** Newest first. Skips notes that another version of the portal wrote in another format. */
  const list = async (args: RouteArgs, portal: ForAccount): Promise<Note[]> => {
    const stored = notesOf(args, portal);
    const yieldIfDue = yielder();
    const newest = new Map<string, Dated & { readonly note: Note }>();
    const superseded: string[] = [];
    for (const member of await stored.members()) {
      await yieldIfDue();
      const note = shape.safeParse(JSON.parse(member)).data;
      if (note === undefined) continue;
      const [about, time] = orderOf(note);
      const known = newest.get(about);
      const isNewer = !known || newestFirst({ member, time }, known) < 0;
      if (isNewer) newest.set(about, { member, note, time });
      if (known) superseded.push(isNewer ? known.member : member);
    }
    const inOrder = [...newest.values()].sort(newestFirst);
    const removed = superseded.concat(inOrder.slice(max).map(({ member }) => member));
    for (let from = 0; from < removed.length; from += 250) {
      await yieldIfDue();
      await stored.remove(removed.slice(from, from + 250));
    }
    return inOrder.slice(0, max).map(({ note }) => note);
  };
  const add = async (args: RouteArgs, portal: ForAccount, note: Note) => {
    await notesOf(args, portal).add([JSON.stringify(note)]);
    await list(args, portal);
  };
  return { list, add };
}
