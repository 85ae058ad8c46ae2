import { createHash } from "node:crypto";

/** A short text that is the same for equal JSON. */
export function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
