import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createKeyRing } from "./seal.ts";
import { keyOf } from "./session-store.ts";

interface CookieSettings {
  /** The key ring, as the sessions have it. */
  readonly secrets: readonly string[];
  /** The site is https. */
  readonly secure: boolean;
}

/**
 * Finds what `Sessions.peek` knows a session by from the request's cookie alone, without the session
 * middleware: that would keep the whole session in memory for as long as the answer lasts, which for a live
 * stream is hours. Undefined for no cookie and for one that the ring did not sign.
 */
export function sessionReferences({ secrets, secure }: CookieSettings) {
  const name = secure ? "__Host-session" : "session";
  const signingSecrets = createKeyRing(secrets).cookieSecrets;
  return (request: IncomingMessage): string | undefined => {
    const sessionId = signedValue(cookieOf(request.headers.cookie, name), signingSecrets);
    return sessionId === undefined ? undefined : keyOf(sessionId);
  };
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === name && value !== undefined) return decoded(value.trim());
  }
  return undefined;
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** express-session's form: `s:<value>.<HMAC-SHA256 of the value, base64 without padding>`. */
function signedValue(text: string | undefined, secrets: readonly string[]): string | undefined {
  const dot = text?.lastIndexOf(".") ?? -1;
  if (text === undefined || !text.startsWith("s:") || dot < 0) return undefined;
  const value = text.slice(2, dot);
  const given = Buffer.from(text.slice(dot + 1));
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(
      createHmac("sha256", secret).update(value).digest("base64").replace(/=+$/, ""),
    );
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isSigned ? value : undefined;
}
