import { personKeyOf, personRecords, personTag, QUOTE_ACCEPTANCES } from "#shared/person.ts";
import type { SessionService } from "./sessions.ts";

type Records = SessionService["records"];

/** Replaces a person's name in records that others need. */
const NOBODY = "Someone";

/**
 * Ends the sessions of everyone who has signed in with this email address in the last year, and deletes what we keep
 * about them. Returns what it did, one line each; nothing if nobody has. Throws {@link SessionStoreUnavailable}.
 */
export async function erasePerson(
  { persons, records }: Pick<SessionService, "persons" | "records">,
  email: string,
): Promise<readonly string[]> {
  const found = new Set(await persons.personsWith(email));
  let ended = await persons.endByEmail(email, (user) => found.add(personKeyOf(user)).size > 0);
  const done: string[] = [];
  for (const key of found) {
    const [issuer, id] = JSON.parse(key) as [string, string];
    const person = { issuer, id };
    // They may have signed in with another address since.
    ended += await persons.end(person, () => true);
    const lines = await forget<readonly unknown[]>(records, personRecords.activity(person));
    done.push(`${counted(lines?.length ?? 0, "line")} of activity deleted`);
    await forget(records, personRecords.welcomed(person));
    let count = 0;
    for (const [clientId, name] of (await findAccepted(records, person)) ?? [])
      count += await removeName(records, clientId, { name, tag: personTag(person) });
    done.push(`their name removed from ${counted(count, "accepted quote")}`);
    await forget(records, personRecords.accepted(person));
  }
  // Last, so that an interrupted command can be run again.
  await persons.forget(email);
  return found.size > 0 ? [`${counted(ended, "session")} ended`, ...done] : [];
}

const findAccepted = (records: Records, person: { issuer: string; id: string }) =>
  records.find(personRecords.accepted(person)) as Promise<readonly [string, string][] | undefined>;

/** Returns what it deleted. */
async function forget<T>(records: Records, name: string): Promise<T | undefined> {
  let forgotten: T | undefined;
  await records.change<T>(name, (current) => {
    forgotten = current;
    return current === undefined ? undefined : null;
  });
  return forgotten;
}

/**
 * Removes just the name from acceptances, so that nobody else in the account accepts the quote again. Returns how many.
 * Earlier builds' records don't tell namesakes apart.
 */
async function removeName(
  records: Records,
  clientId: string,
  { name, tag }: { readonly name: string; readonly tag: string },
): Promise<number> {
  const notes = records.textSet(`${QUOTE_ACCEPTANCES.name} ${clientId}`, QUOTE_ACCEPTANCES.lifeMs);
  const all = [...(await notes.members())].map((text) => ({
    text,
    note: JSON.parse(text) as { by?: string; person?: string },
  }));
  const named = all.filter(({ note }) =>
    note.person === undefined ? note.by === name : note.person === tag,
  );
  await notes.add(named.map(({ note }) => JSON.stringify({ ...note, by: NOBODY, person: undefined })));
  await notes.remove(named.map(({ text }) => text));
  return named.length;
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
