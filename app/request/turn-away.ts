import { redirectDocument } from "@remix-run/node";
import { serialize } from "cookie";
import { createPortalApi, type PortalApi } from "#app/portal-api/client.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { invalidateSession } from "#app/portal-api/sign-out.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { LostAccess, Tokens } from "#server/session/portal-session.ts";

const LIFE_SECONDS = 600;

/** Ends the session of who may not be here, everywhere; the identity provider's sign-out leads back to /logout, which finds the mode in its cookie. */
export async function turnAway(context: LoadContext, { mode, tokens }: LostAccess): Promise<Response> {
  const { session, services, config } = context;
  await session.end();
  const [url] = await Promise.all([services.identity.signOutUrl(tokens), tellPortalApi(context, tokens)]);
  return redirectDocument(url, { headers: { "Set-Cookie": noAccessCookie(mode, config.secure) } });
}

/** Set-Cookie for why somebody was turned away, until /logout has read it; without a mode it is removed. */
export function noAccessCookie(mode: string | undefined, secure: boolean): string {
  const maxAge = mode === undefined ? 0 : LIFE_SECONDS;
  return serialize(cookieName(secure), mode ?? "", {
    path: "/",
    maxAge,
    sameSite: "lax",
    httpOnly: true,
    secure,
  });
}

export function noAccessMode({ cookies, config }: LoadContext): string | undefined {
  return cookies[cookieName(config.secure)];
}

const cookieName = (secure: boolean) => `${secure ? "__Host-" : ""}no-access`;

/** Tells the portal API that the session ended, before the browser is told: 5 s at most. A failure is only logged. */
export async function tellPortalApi(context: LoadContext, tokens: Tokens, clientId?: string): Promise<void> {
  try {
    await apiWith(context, tokens, clientId).call(invalidateSession, { body: null }, { timeoutMs: 5_000 });
  } catch (error) {
    const known = isPortalApiError(error) ? error : undefined;
    context.log.warn({ kind: known?.kind, status: known?.status }, invalidateSession.failure);
  }
}

/** The API with tokens that are not, or no longer, the session's. */
export function apiWith(context: LoadContext, tokens: Tokens, clientId: string | undefined): PortalApi {
  const { services, requestId } = context;
  return createPortalApi(services.portalApi, {
    identityToken: () => tokens.identityToken,
    clientId,
    requestId,
    observe: services.observeCall,
  });
}
