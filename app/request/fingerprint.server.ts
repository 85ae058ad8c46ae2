import { createHash } from "node:crypto";

/** A short hash (132 bits) of a value's JSON. */
export function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
