import type { IncomingMessage } from "node:http";
import { parse as parseCookies } from "cookie";
import { unsign } from "cookie-signature";
import { createKeyRing } from "./seal.ts";
import { keyOf } from "./session-store.ts";

interface CookieSettings {
  /** The key ring, as the sessions have it. */
  readonly secrets: readonly string[];
  /** The site is https. */
  readonly secure: boolean;
}

/** express-session marks a signed value so. */
const SIGNED = "s:";

/** Finds the id of the session that a request's cookie names; undefined for no cookie and one that the ring did not sign. */
export function sessionIds({ secrets, secure }: CookieSettings) {
  const name = secure ? "__Host-session" : "session";
  const signingSecrets = createKeyRing(secrets).cookieSecrets;
  return ({ headers }: IncomingMessage): string | undefined => {
    const value = parseCookies(headers.cookie ?? "")[name];
    if (!value?.startsWith(SIGNED)) return undefined;
    const ids = signingSecrets.map((secret) => unsign(value.slice(SIGNED.length), secret));
    return ids.find((id) => id !== false);
  };
}

/**
 * Finds what `Sessions.peek` knows a session by from the request's cookie alone, without the session
 * middleware: that would keep the whole session in memory for as long as the answer lasts, which for a live
 * stream is hours. Undefined for no cookie and for one that the ring did not sign.
 */
export function sessionReferences(settings: CookieSettings) {
  const idOf = sessionIds(settings);
  return (request: IncomingMessage): string | undefined => {
    const sessionId = idOf(request);
    return sessionId === undefined ? undefined : keyOf(sessionId);
  };
}
