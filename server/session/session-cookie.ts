import type { IncomingMessage } from "node:http";
import { parse as parseCookies, serialize, type SerializeOptions } from "cookie";
import { sign, unsign } from "cookie-signature";
import type { Request } from "express";
import type { KeyRing } from "./seal.ts";

const SIGNED = "s:";

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** The session's cookie: its id, signed with the ring's first key and verified with any. `secure` means that the site uses https. */
export function createSessionCookie({ cookieSecrets }: Pick<KeyRing, "cookieSecrets">, secure: boolean) {
  const name = secure ? "__Host-session" : "session";
  return {
    /** The id, whose session may have ended; undefined without a cookie or if it's forged. */
    idIn({ headers }: IncomingMessage): string | undefined {
      const value = parseCookies(headers.cookie ?? "")[name];
      if (!value?.startsWith(SIGNED)) return undefined;
      const ids = cookieSecrets.map((secret) => unsign(value.slice(SIGNED.length), secret));
      return ids.find((id) => id !== false);
    },
    /** Sets the cookie, unless an https site was requested over plain http. */
    issue(request: Request, id: string): void {
      const [secret = ""] = cookieSecrets;
      if (!secure || request.secure) setCookie(request, name, SIGNED + sign(id, secret), { secure });
    },
    clear(request: Request): void {
      setCookie(request, name, "", { secure, expires: new Date(0) });
    },
  };
}

/** Sets a cookie, replacing any with the same name, unless the response has begun. */
export function setCookie({ res }: Request, name: string, value: string, options: SerializeOptions): void {
  if (!res || res.headersSent) return;
  const others = [res.getHeader("Set-Cookie") ?? []].flat().map(String);
  const line = serialize(name, value, { path: "/", httpOnly: true, sameSite: "lax", ...options });
  res.setHeader("Set-Cookie", [...others.filter((cookie) => !cookie.startsWith(`${name}=`)), line]);
}
