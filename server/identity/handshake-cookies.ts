/** A browser that begins again and again must not grow its cookies until the server refuses them. */
const KEPT = 4;

/** Names of the handshake cookies that a browser sent: one for each sign-in that it began. */
function namesOf(request: Request, cookieName: string): string[] {
  const header = request.headers.get("cookie") ?? "";
  const names = header.split(";").map((pair) => pair.split("=", 1)[0]?.trim() ?? "");
  return names.filter((name) => name.startsWith(`${cookieName}:`) && /^[\w:.-]+$/.test(name));
}

function removal(name: string, secure: boolean): string {
  return `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** `Set-Cookie` headers that remove all handshake cookies: no sign-in is under way any more. */
export function removeAll(request: Request, cookieName: string, secure: boolean): string[] {
  return namesOf(request, cookieName).map((name) => removal(name, secure));
}

/** `Set-Cookie` headers that remove handshake cookies when a browser has gathered too many. */
export function removeSurplus(request: Request, cookieName: string, secure: boolean): string[] {
  const names = namesOf(request, cookieName);
  return names.slice(0, Math.max(names.length - KEPT, 0)).map((name) => removal(name, secure));
}
