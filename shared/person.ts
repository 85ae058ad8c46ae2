import { createHash } from "node:crypto";

interface Person {
  readonly issuer?: string;
  readonly id: string;
}

/** A key that is unique for a person over all identity providers. */
export function personKeyOf({ issuer = "", id }: Person): string {
  return JSON.stringify([issuer, id]);
}

/** The names of the records that are about one person; `--erase` deletes them (server/session/erase.ts). */
export const personRecords = {
  activity: (person: Person) => `activity of ${personKeyOf(person)}`,
  welcomed: (person: Person) => `welcomed ${personKeyOf(person)}`,
  /** In which accounts the person accepted quotes, and the names that the notes give: pairs. */
  accepted: (person: Person) => `quotes accepted by ${personKeyOf(person)}`,
};

/** The notes of who accepted which quote: a set of JSON for each account, by its client id. Kept longer than quotes are valid. */
export const QUOTE_ACCEPTANCES = { name: "quote acceptances", lifeMs: 180 * 24 * 60 * 60 * 1000 } as const;

/** The person in a form's hidden field: a hash, since the key is nobody's business. */
export function personTag(person: Person): string {
  return createHash("sha256").update(personKeyOf(person)).digest("base64url").slice(0, 16);
}
