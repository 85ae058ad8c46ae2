import { createHash } from "node:crypto";
import { memoise } from "./memoise.ts";

interface Person {
  readonly issuer?: string;
  readonly id: string;
}

/** A key that's unique for a person across all identity providers. */
export function personKeyOf({ issuer = "", id }: Person): string {
  return JSON.stringify([issuer, id]);
}

/** Names of the records about one person, which `--erase` deletes (server/session/erase.ts). */
export const personRecords = {
  activity: (person: Person) => `activity of ${personKeyOf(person)}`,
  welcomed: (person: Person) => `welcomed ${personKeyOf(person)}`,
  /** Pairs of an account in which the person accepted quotes and the name that its records give. */
  accepted: (person: Person) => `quotes accepted by ${personKeyOf(person)}`,
};

/** Who accepted which quote: a set of JSON texts for each account, by client id. Kept for longer than quotes are valid. */
export const QUOTE_ACCEPTANCES = { name: "quote acceptances", lifeMs: 180 * 24 * 60 * 60 * 1000 } as const;

/** A short hash of a key from {@link personKeyOf}, for forms and the log, because the key must stay private. */
export const tagOfKey = memoise((key: string) =>
  createHash("sha256").update(key).digest("base64url").slice(0, 16),
);

export const personTag = (person: Person): string => tagOfKey(personKeyOf(person));
