import { parse, serialize } from "cookie";

/** A browser that begins again and again must not grow its cookies until the server refuses them. */
const KEPT = 4;

/** `Set-Cookie` headers that remove all handshake cookies: no sign-in is under way any more. */
export function removeAll(request: Request, cookieName: string, secure: boolean): string[] {
  const names = Object.keys(parse(request.headers.get("cookie") ?? ""));
  return names
    .filter((name) => name.startsWith(`${cookieName}:`) && /^[\w:.-]+$/.test(name))
    .map((name) => serialize(name, "", { maxAge: 0, path: "/", httpOnly: true, sameSite: "lax", secure }));
}

/** `Set-Cookie` headers that remove handshake cookies when a browser has gathered too many. */
export function removeSurplus(request: Request, cookieName: string, secure: boolean): string[] {
  const all = removeAll(request, cookieName, secure);
  return all.slice(0, Math.max(all.length - KEPT, 0));
}
