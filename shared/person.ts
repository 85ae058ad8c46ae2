import { createHash } from "node:crypto";

interface Person {
  readonly issuer?: string;
  readonly id: string;
}

/** A key that is unique for a person over all identity providers. */
export function personKeyOf({ issuer = "", id }: Person): string {
  return JSON.stringify([issuer, id]);
}

/** The person in a form's hidden field: a hash, since the key is nobody's business. */
export function personTag(person: Person): string {
  return createHash("sha256").update(personKeyOf(person)).digest("base64url").slice(0, 16);
}
