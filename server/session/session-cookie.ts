import type { IncomingMessage } from "node:http";
import { parse as parseCookies, serialize, type SerializeOptions } from "cookie";
import { sign, unsign } from "cookie-signature";
import type { Request } from "express";
import type { KeyRing } from "./seal.ts";

const SIGNED = "s:";

/** The session's cookie: its id, signed with the ring's first key and verified with any. */
export class SessionCookie {
  readonly #secrets: readonly string[];
  readonly #secure: boolean;
  readonly #name: string;

  /** @param secure the site uses https. */
  constructor({ cookieSecrets }: Pick<KeyRing, "cookieSecrets">, secure: boolean) {
    this.#secrets = cookieSecrets;
    this.#secure = secure;
    this.#name = secure ? "__Host-session" : "session";
  }

  /** The id, whose session may have ended; undefined without a cookie or if it's forged. */
  idIn({ headers }: IncomingMessage): string | undefined {
    const value = parseCookies(headers.cookie ?? "")[this.#name];
    if (!value?.startsWith(SIGNED)) return undefined;
    const ids = this.#secrets.map((secret) => unsign(value.slice(SIGNED.length), secret));
    return ids.find((id) => id !== false);
  }

  /** Sets the cookie, unless an https site was requested over plain http. */
  issue(request: Request, id: string): void {
    const [secret = ""] = this.#secrets;
    if (!this.#secure || request.secure) this.#set(request, SIGNED + sign(id, secret), {});
  }

  clear(request: Request): void {
    this.#set(request, "", { expires: new Date(0) });
  }

  #set(request: Request, value: string, lifetime: SerializeOptions): void {
    setCookie(request, this.#name, value, { secure: this.#secure, ...lifetime });
  }
}

/** Sets a cookie, replacing any with the same name, unless the response has begun. */
export function setCookie({ res }: Request, name: string, value: string, options: SerializeOptions): void {
  if (!res || res.headersSent) return;
  const others = [res.getHeader("Set-Cookie") ?? []].flat().map(String);
  const line = serialize(name, value, { path: "/", httpOnly: true, sameSite: "lax", ...options });
  res.setHeader("Set-Cookie", [...others.filter((cookie) => !cookie.startsWith(`${name}=`)), line]);
}
