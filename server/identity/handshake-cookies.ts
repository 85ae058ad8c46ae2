import { parse, serialize } from "cookie";

/** Every unfinished sign-in leaves a cookie; too many would exceed the server's header limit. */
const MAX_HANDSHAKES = 4;

/** `Set-Cookie` headers that remove all handshake cookies. */
export function expireAllHandshakes(request: Request, cookieName: string, secure: boolean): string[] {
  const names = Object.keys(parse(request.headers.get("cookie") ?? ""));
  return names
    .filter((name) => name.startsWith(`${cookieName}:`) && /^[\w:.-]+$/.test(name))
    .map((name) => serialize(name, "", { maxAge: 0, path: "/", httpOnly: true, sameSite: "lax", secure }));
}

/** `Set-Cookie` headers that remove handshake cookies beyond the limit. */
export function expireSurplusHandshakes(request: Request, cookieName: string, secure: boolean): string[] {
  const all = expireAllHandshakes(request, cookieName, secure);
  return all.slice(0, Math.max(all.length - MAX_HANDSHAKES, 0));
}
